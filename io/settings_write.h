#pragma once

#include <nlohmann/json.hpp>

#include "io/settings_values.h"

namespace dragoman {

template <class Field>
nlohmann::ordered_json write_value(const Field& field);

/// Returns all fields of `section` as a JSON object, in the order of their declaration.
/// read_settings() can read it.
template <SettingsSection Section>
nlohmann::ordered_json write_settings(const Section& section) {
  auto object = nlohmann::ordered_json::object();
  Section::visit_fields(section, [&](const char* name, const auto& field, const Range&,
                                     const char*) { object[name] = write_value(field); });
  return object;
}

/// Converts one field to JSON; enums become their names.
template <class Field>
nlohmann::ordered_json write_value(const Field& field) {
  if constexpr (SettingsSection<Field>) {
    return write_settings(field);
  } else if constexpr (SettingsList<Field>) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& element : field) list.push_back(write_value(element));
    return list;
  } else if constexpr (NamedEnum<Field>) {
    return name_of(field);
  } else if constexpr (OptionalField<Field>) {
    return field ? write_value(*field) : nlohmann::ordered_json();
  } else {
    return field;
  }
}

}  // namespace dragoman
