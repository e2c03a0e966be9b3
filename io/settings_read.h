#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/settings_values.h"

namespace dragoman {

/// Where a value comes from, for errors, and what to pass over.
struct ReadContext {
  std::string file;       // named in errors; "": not named
  std::string path = {};  // full key of the value, as data.train.0; "": the whole file
  // Keys at `path` that are no fields of the section read there, and are passed over.
  std::vector<std::string> ignored = {};

  /// The context of the value under `name`; there nothing is ignored.
  ReadContext inside(const std::string& name) const;
  /// " (FILE)", or "" where no file is named.
  std::string in_file() const;
};

/// Throws std::invalid_argument: "PATH is VALUE, but must be ALLOWED (FILE)".
[[noreturn]] void fail_value(const nlohmann::ordered_json& value, const std::string& allowed,
                             const ReadContext& context);

/// Throws std::invalid_argument: "unknown key `KEY` in PATH (FILE), did you mean `NAME`?".
[[noreturn]] void fail_unknown_key(const std::string& key, std::vector<std::string> known,
                                   const ReadContext& context);

/// Reads one value strictly. Throws std::invalid_argument for a wrong type or a number out of
/// range.
void read_value(const nlohmann::ordered_json& value, bool& field, const Range& range,
                const ReadContext& context);
void read_value(const nlohmann::ordered_json& value, int64_t& field, const Range& range,
                const ReadContext& context);
void read_value(const nlohmann::ordered_json& value, double& field, const Range& range,
                const ReadContext& context);
void read_value(const nlohmann::ordered_json& value, std::string& field, const Range& range,
                const ReadContext& context);

/// Throws std::invalid_argument unless `value` is an object with no key beside `known` and the
/// ignored ones.
void check_keys(const nlohmann::ordered_json& value, const std::vector<std::string>& known,
                const ReadContext& context);

/// Reads the keys that `object` has into the fields of `section`; the other fields keep their
/// values. Throws std::invalid_argument (file, full key, value, what is allowed) for unknown keys
/// and values that are not allowed.
template <SettingsSection Section>
void read_settings(const nlohmann::ordered_json& object, Section& section,
                   const ReadContext& context) {
  check_keys(object, field_names(section), context);
  Section::visit_fields(section,
                        [&](const char* name, auto& field, const Range& range, const char*) {
                          const auto found = object.find(name);
                          if (found == object.end()) return;
                          read_value(*found, field, range, context.inside(name));
                        });
}

template <SettingsSection Section>
void read_value(const nlohmann::ordered_json& value, Section& section, const Range&,
                const ReadContext& context) {
  read_settings(value, section, context);
}

template <NamedEnum Enum>
void read_value(const nlohmann::ordered_json& value, Enum& field, const Range& range,
                const ReadContext& context) {
  for (const auto& [candidate, name] : enum_names(Enum{})) {
    if (value == name) {
      field = candidate;
      return;
    }
  }
  fail_value(value, allowed_values<Enum>(range), context);
}

/// null unsets the field.
template <class Value>
void read_value(const nlohmann::ordered_json& value, std::optional<Value>& field,
                const Range& range, const ReadContext& context) {
  field.reset();
  if (!value.is_null()) read_value(value, field.emplace(), range, context);
}

/// A list replaces the one that was there; `range` holds for each of its elements. A text stands
/// for a list of it.
template <class Element>
void read_value(const nlohmann::ordered_json& value, std::vector<Element>& list, const Range& range,
                const ReadContext& context) {
  if constexpr (std::is_same_v<Element, std::string>) {
    if (value.is_string()) {
      list = {value.get<std::string>()};
      return;
    }
  }
  if (!value.is_array()) fail_value(value, allowed_values<std::vector<Element>>(range), context);
  list.assign(value.size(), Element{});
  for (size_t i = 0; i < value.size(); ++i) {
    read_value(value[i], list[i], range, context.inside(std::to_string(i)));
  }
}

}  // namespace dragoman
