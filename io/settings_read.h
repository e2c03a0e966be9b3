#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/settings_values.h"

namespace dragoman {

/// Origin of a value, for errors, and keys to ignore.
struct ReadContext {
  std::string file;       // named in errors; "": not named
  std::string path = {};  // full key of the value, such as data.train.0; "": the whole file
  // Keys at `path` to ignore although the section has no such fields.
  std::vector<std::string> ignored = {};

  /// Returns the context of the value under `name`, where no keys are ignored.
  ReadContext inside(const std::string& name) const;
  /// Returns " (FILE)", or "" if no file is named.
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

/// Throws std::invalid_argument unless `value` is an object whose keys are all in `known` or
/// ignored.
void check_keys(const nlohmann::ordered_json& value, const std::vector<std::string>& known,
                const ReadContext& context);

/// Reads the keys of `object` into the fields of `section`; other fields keep their values. Throws
/// std::invalid_argument (file, full key, value, allowed values) for unknown keys and values that
/// are not allowed.
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

/// Replaces the list; `range` applies to each element. A string is read as a list with one element.
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
