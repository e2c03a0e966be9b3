#pragma once

#include <algorithm>
#include <string>

#include "capi/texts.h"
#include "io/settings_set.h"

namespace dragoman {

/// The name of a setting: an option's, with `_` for each `-`.
inline std::string setting_of(dragoman_text option) {
  std::string name = string_of(option);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// Sets the fields of `section` that options name. Throws std::invalid_argument naming the option
/// that is unknown, or whose value is not allowed.
template <SettingsSection Section>
void set_options(Section& section, const dragoman_option* options, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const std::string value = string_of(options[i].value);
    set_field(section, KeyPath(std::array{setting_of(options[i].name)}), value, {.file = ""});
  }
}

}  // namespace dragoman
