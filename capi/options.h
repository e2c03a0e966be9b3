#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "capi/texts.h"
#include "io/settings_set.h"

namespace dragoman {

/// Converts an option's name to a setting's: each `-` becomes `_`.
inline std::string setting_of(dragoman_text option) {
  std::string name = string_of(option);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// True if `value` is one element of the list `name` of `section`. A list of numbers may also be
/// one value, in JSON.
template <SettingsSection Section>
bool is_element(const Section& section, const std::string& name, const std::string& value) {
  bool found = false;
  Section::visit_fields(
      section, [&]<class Field>(const char* field, const Field&, const Range&, const char*) {
        if constexpr (SettingsList<Field>)
          found |= name == field && (!value.starts_with('[') ||
                                     std::is_same_v<typename Field::value_type, std::string>);
      });
  return found;
}

/// Sets the fields of `section` named by options. A list gets one element of each option; a value
/// that is null is none. Throws std::invalid_argument naming an unknown option or a wrong value.
template <SettingsSection Section>
void set_options(Section& section, const dragoman_option* options, size_t count) {
  std::map<std::string, size_t> given;  // number of values of each option
  for (const dragoman_option& option : list_of(options, count, "options")) {
    std::vector<std::string> keys{setting_of(option.name)};
    const std::string value = string_of(option.value);
    size_t& num_values = given[keys[0]];
    if (is_element(section, keys[0], value)) {
      if (num_values == 0) set_field(section, keys, "[]", {.file = ""});
      if (option.value.data == nullptr) continue;
      keys.push_back(std::to_string(num_values));
    } else if (num_values > 0) {
      throw std::invalid_argument(keys[0] + " has two values: give one");
    }
    set_field(section, keys, value, {.file = ""});
    ++num_values;
  }
}

/// Throws std::invalid_argument for the first of the options that is given. `reason` follows its
/// name.
inline void refuse_options(std::initializer_list<std::pair<const char*, bool>> given,
                           const std::string& reason) {
  for (const auto& [name, is_given] : given)
    if (is_given) throw std::invalid_argument(name + (" " + reason) + ": leave it out");
}

}  // namespace dragoman
