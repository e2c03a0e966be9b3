#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "io/settings_values.h"

namespace dragoman {

/// "--no-repeat-ngram" of the setting no_repeat_ngram.
inline std::string flag_of_setting(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

/// Adds a flag for a setting like `field`. When the command line has it, `change` is given the
/// value as `--set` spells it: of a bool "true", of a list JSON. The option may be changed further.
template <class Field>
CLI::Option* add_setting_flag(CLI::App& command, const Field&, const std::string& name,
                              const std::string& help,
                              const std::function<void(const std::string& value)>& change) {
  const std::string flag = flag_of_setting(name);
  if constexpr (std::is_same_v<Field, bool>) {
    return command.add_flag_function(
        flag, [change](int64_t) { change("true"); }, help);
  } else if constexpr (SettingsList<Field>) {
    const auto change_all = [change](const std::vector<std::string>& values) {
      change(nlohmann::ordered_json(values).dump());
    };
    return command.add_option_function<std::vector<std::string>>(flag, change_all, help)
        ->type_name("")
        ->allow_extra_args(false);
  } else {
    return command.add_option_function<std::string>(flag, change, help)->type_name("");
  }
}

}  // namespace dragoman
