#pragma once

#include <algorithm>
#include <string>

#include "capi/texts.h"
#include "io/settings_set.h"

namespace dragoman {

/// Converts an option's name to a setting's: each `-` becomes `_`.
inline std::string setting_of(dragoman_text option) {
  std::string name = string_of(option);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// Sets the fields of `section` named by options. Throws std::invalid_argument naming an unknown
/// option or a wrong value.
template <SettingsSection Section>
void set_options(Section& section, const dragoman_option* options, size_t count) {
  for (const dragoman_option& option : list_of(options, count, "options")) {
    const std::string value = string_of(option.value);
    set_field(section, KeyPath(std::array{setting_of(option.name)}), value, {.file = ""});
  }
}

}  // namespace dragoman
