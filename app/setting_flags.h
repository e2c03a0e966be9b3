#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "io/settings_set.h"
#include "io/settings_values.h"
#include "io/settings_write.h"
#include "io/utf8.h"

namespace dragoman {

/// Returns the flag of a setting: "--no-repeat-ngram" for no_repeat_ngram.
inline std::string flag_of_setting(std::string name) {
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

/// Returns a list as JSON, as `--set` takes it. Throws std::invalid_argument if a value is not
/// UTF-8.
inline std::string spell_list(const std::string& flag, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (is_valid_utf8(value)) continue;
    throw std::invalid_argument(
        flag + " takes valid UTF-8, which this is not: " + replace_invalid_utf8(value) +
        "; type it in a terminal that is set to UTF-8");
  }
  return nlohmann::ordered_json(values).dump();
}

/// Returns what help shows for the value of a field: "{fp32,bf16,int8}" for an enum, else INT,
/// UINT, FLOAT or TEXT.
template <class Field>
std::string value_in_help() {
  if constexpr (OptionalField<Field>) {
    return value_in_help<typename Field::value_type>();
  } else if constexpr (NamedEnum<Field>) {
    return "{" + CLI::detail::join(names_of<Field>()) + "}";
  } else {
    return CLI::detail::type_name<Field>();
  }
}

/// Returns the value of a field as help shows it, " (default: 0.9)"; "" for none, and for an empty
/// text or list.
template <class Field>
std::string default_in_help(const Field& field) {
  const nlohmann::ordered_json value = write_value(field);
  if (value == "" || value.is_null() || (value.is_array() && value.empty())) return "";
  return " (default: " + (value.is_string() ? value.get<std::string>() : value.dump()) + ")";
}

/// Adds an option whose value is one of an enum. Field: the enum, or an optional of it.
template <class Field>
CLI::Option* add_enum_option(CLI::App& command, const std::string& flag, Field& field,
                             const std::string& help) {
  const auto set = [&field, flag](const std::string& name) {
    set_value(field, {}, name, any_value(), {.file = "", .path = flag});
  };
  return command.add_option_function<std::string>(flag, set, help)
      ->type_name(value_in_help<Field>());
}

/// Adds an option whose value is an integer in `range`.
template <std::integral Integer>
CLI::Option* add_count_option(CLI::App& command, const std::string& flag, Integer& field,
                              const std::string& help, const Range& range = at_least(0)) {
  const auto set = [&field, flag, range](const std::string& text) {
    int64_t number = 0;
    set_value(number, {}, text, range, {.file = "", .path = flag});
    field = static_cast<Integer>(number);
  };
  return command.add_option_function<std::string>(flag, set, help)->type_name("UINT");
}

/// Throws std::invalid_argument for a setting other than the `used` ones that is not the default:
/// "--threads has no effect ", and `why`.
template <SettingsSection Settings>
void check_unused(const Settings& settings, const std::vector<std::string>& used,
                  const std::string& why) {
  const nlohmann::ordered_json given = write_settings(settings);
  const nlohmann::ordered_json defaults = write_settings(Settings());
  for (const auto& [name, value] : given.items()) {
    if (value == defaults[name] || std::find(used.begin(), used.end(), name) != used.end())
      continue;
    throw std::invalid_argument(flag_of_setting(name) + " has no effect " + why);
  }
}

/// Adds a flag for a setting of type Field. If the command line has the flag, calls `change` with
/// the value as `--set` takes it: "true" or, for --flag=false, "false" for a bool; JSON for a list.
/// Callers may change the returned option further.
template <class Field>
CLI::Option* add_setting_flag(CLI::App& command, const Field&, const std::string& name,
                              const std::string& help,
                              const std::function<void(const std::string& value)>& change) {
  const std::string flag = flag_of_setting(name);
  if constexpr (std::is_same_v<Field, bool>) {
    const auto check_bool = [flag](const std::string& value) {
      bool checked = false;
      set_value(checked, {}, value, any_value(), {.file = "", .path = flag});
      return value;
    };
    const auto change_bool = [change](int64_t is_true) { change(is_true > 0 ? "true" : "false"); };
    return command.add_flag_function(flag, change_bool, help)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)
        ->transform(check_bool);
  } else if constexpr (SettingsList<Field>) {
    const auto change_all = [change, flag](const std::vector<std::string>& values) {
      change(spell_list(flag, values));
    };
    return command.add_option_function<std::vector<std::string>>(flag, change_all, help)
        ->allow_extra_args(false);
  } else {
    return command.add_option_function<std::string>(flag, change, help)
        ->type_name(value_in_help<Field>());
  }
}

/// Adds a flag that sets `field`. A value out of `range` is refused.
template <class Field>
CLI::Option* add_field_flag(CLI::App& command, Field& field, const Range& range,
                            const std::string& name, const std::string& help) {
  const auto set = [&field, range, flag = flag_of_setting(name)](const std::string& value) {
    set_value(field, {}, value, range, {.file = "", .path = flag});
  };
  return add_setting_flag(command, field, name, help, set);
}

/// How the flags of a section's fields look.
struct FieldFlags {
  std::vector<std::string> only = {};  // names of the fields that have flags; empty: all
  std::vector<std::string> except = {};
  std::string prefix = "";  // of the flags' names: --chrf-beta for beta with "chrf_"
  std::string group = "";
  bool show_values = true;  // the default, and the numbers that are allowed
};

/// Adds a flag for each field of `section` that has one. Returns them.
template <SettingsSection Section>
std::vector<CLI::Option*> add_field_flags(CLI::App& command, Section& section,
                                          const FieldFlags& flags = {}) {
  std::vector<CLI::Option*> options;
  const auto has = [](const std::vector<std::string>& names, const std::string& name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  Section::visit_fields(section, [&](const std::string& name, auto& field, const Range& range,
                                     const std::string& help) {
    using Field = std::decay_t<decltype(field)>;
    if ((!flags.only.empty() && !has(flags.only, name)) || has(flags.except, name)) return;
    const std::string shown = flags.show_values ? default_in_help(field) : "";
    CLI::Option* const option =
        add_field_flag(command, field, range, flags.prefix + name, help + shown);
    if constexpr (std::is_arithmetic_v<Field> && !std::is_same_v<Field, bool>) {
      if (flags.show_values) option->type_name(allowed_values<Field>(range));
    }
    if (!flags.group.empty()) option->group(flags.group);
    options.push_back(option);
  });
  return options;
}

}  // namespace dragoman
