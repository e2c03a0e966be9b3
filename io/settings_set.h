#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "io/settings_read.h"

namespace dragoman {

/// The parts of `--set KEY=VALUE`.
struct Assignment {
  std::vector<std::string> keys;  // data.train.0.source: data, train, 0, source
  std::string text;               // everything after the first =
};

/// Parses `--set`. Throws std::invalid_argument if there is no = or no key, or if the text is not
/// UTF-8.
Assignment parse_assignment(const std::string& assignment);

/// Parses `text` as JSON. If it is not JSON, or nests too deeply, returns the text as a string.
nlohmann::ordered_json json_or_text(const std::string& text);

/// Parses a decimal number. Unlike JSON, accepts .9, 5., +1 and 007. If it is no number, returns
/// json_or_text().
nlohmann::ordered_json number_or_text(const std::string& text);

/// Returns the index that `key` names in a list of `size` elements; `size` itself appends an
/// element. Throws std::invalid_argument.
size_t parse_index(const std::string& key, size_t size, const ReadContext& context);

/// Throws std::invalid_argument because a plain value has no keys.
[[noreturn]] void fail_key_of_value(const std::string& key, const ReadContext& context);

/// True if text for a field of this type is taken verbatim instead of as JSON.
template <class Field>
constexpr bool is_verbatim() {
  if constexpr (OptionalField<Field>) return is_verbatim<typename Field::value_type>();
  return std::is_same_v<Field, std::string> || NamedEnum<Field>;
}

template <class Field>
constexpr bool is_number() {
  if constexpr (OptionalField<Field>) return is_number<typename Field::value_type>();
  return std::is_arithmetic_v<Field> && !std::is_same_v<Field, bool>;
}

/// Returns text for a field of this type as JSON.
template <class Field>
nlohmann::ordered_json parse_value(const std::string& text) {
  if constexpr (is_verbatim<Field>()) return text;
  return is_number<Field>() ? number_or_text(text) : json_or_text(text);
}

using KeyPath = std::span<const std::string>;

template <class Field>
void set_value(Field& field, KeyPath keys, const std::string& text, const Range& range,
               const ReadContext& context);

template <class Element>
void set_element(std::vector<Element>& list, KeyPath keys, const std::string& text,
                 const Range& range, const ReadContext& context) {
  const size_t index = parse_index(keys.front(), list.size(), context);
  Element element = index < list.size() ? list[index] : Element{};
  set_value(element, keys.subspan(1), text, range, context.inside(keys.front()));
  if (index == list.size()) list.emplace_back();
  list[index] = std::move(element);
}

template <SettingsSection Section>
void set_field(Section& section, KeyPath keys, const std::string& text,
               const ReadContext& context) {
  bool found = false;
  Section::visit_fields(section,
                        [&](const char* name, auto& field, const Range& range, const char*) {
                          if (keys.front() != name) return;
                          found = true;
                          set_value(field, keys.subspan(1), text, range, context.inside(name));
                        });
  if (!found) fail_unknown_key(keys.front(), field_names(section), context);
}

template <class Field>
void set_value(Field& field, KeyPath keys, const std::string& text, const Range& range,
               const ReadContext& context) {
  if (keys.empty()) {
    Field value{};
    read_value(parse_value<Field>(text), value, range, context);
    field = std::move(value);
  } else if constexpr (SettingsSection<Field>) {
    set_field(field, keys, text, context);
  } else if constexpr (SettingsList<Field>) {
    set_element(field, keys, text, range, context);
  } else {
    fail_key_of_value(keys.front(), context);
  }
}

/// Applies "a.b=value" to `section`. Text and names of enums are taken verbatim, all other types as
/// JSON; numbers may also be .9 or 5. instead of 0.9 or 5. A list or an object replaces the whole
/// field. data.train.0.source=F sets one element of a list; the index after the last element
/// appends one. Throws std::invalid_argument and then changes nothing.
template <SettingsSection Section>
void set_setting(Section& section, const std::string& assignment) {
  const Assignment parsed = parse_assignment(assignment);
  set_field(section, parsed.keys, parsed.text, {"--set"});
}

}  // namespace dragoman
