#pragma once

#include <nlohmann/json.hpp>
#include <type_traits>

#include "io/settings_read.h"
#include "io/settings_values.h"

namespace dragoman {

template <SettingsSection Section>
void check_settings(const Section& section, const ReadContext& context = {""});

/// Throws std::invalid_argument, as reading does, for a number outside its range and for an enum
/// whose value has no name.
template <class Field>
void check_value(const Field& field, const Range& range, const ReadContext& context) {
  if constexpr (SettingsSection<Field>) {
    check_settings(field, context);
  } else if constexpr (SettingsList<Field>) {
    for (size_t i = 0; i < field.size(); ++i)
      check_value(field[i], range, context.inside(std::to_string(i)));
  } else if constexpr (OptionalField<Field>) {
    if (field) check_value(*field, range, context);
  } else if constexpr (NamedEnum<Field>) {
    const auto number = static_cast<std::underlying_type_t<Field>>(field);
    if (name_of(field).empty()) fail_value(number, allowed_values<Field>(range), context);
  } else if constexpr (std::is_arithmetic_v<Field>) {
    if (!range.contains(static_cast<double>(field)))
      fail_value(field, allowed_values<Field>(range), context);
  }
}

/// Checks the values of all fields of a section that a program filled in.
template <SettingsSection Section>
void check_settings(const Section& section, const ReadContext& context) {
  Section::visit_fields(section,
                        [&](const char* name, const auto& field, const Range& range, const char*) {
                          check_value(field, range, context.inside(name));
                        });
}

}  // namespace dragoman
