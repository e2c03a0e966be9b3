#pragma once

#include <string>

#include "io/settings_values.h"
#include "io/settings_write.h"

namespace dragoman {

/// Returns one entry of the reference: "KEY = VALUE  (ALLOWED)" and, indented below, the help.
std::string describe_key(const std::string& key, const nlohmann::ordered_json& value,
                         const std::string& allowed, const std::string& help);

/// Formats JSON over several lines, one line for each element of a list of objects. `indent` is the
/// key's indentation.
std::string format_json(const nlohmann::ordered_json& value, const std::string& indent);

/// Returns the reference of all keys of `section`, generated from its fields: key, value, allowed
/// values, help. For a default-constructed section, the values are the defaults. `path` is put
/// before each key.
template <SettingsSection Section>
std::string describe_settings(const Section& section, const std::string& path = "") {
  std::string text;
  const auto describe = [&]<class Field>(const char* name, const Field& field, const Range& range,
                                         const char* help) {
    const std::string key = path + name;
    if constexpr (SettingsSection<Field>) {
      text += "\n" + key + ": " + help + "\n" + describe_settings(field, key + ".");
      return;
    }
    text += describe_key(key, write_value(field), allowed_values<Field>(range), help);
    if constexpr (SettingsList<Field>) {
      using Element = typename Field::value_type;
      if constexpr (SettingsSection<Element>) text += describe_settings(Element{}, key + ".N.");
    }
  };
  Section::visit_fields(section, describe);
  return text;
}

/// Returns `section` as JSON with each key's help as a comment above it. parse_settings_file() can
/// read it.
template <SettingsSection Section>
std::string annotate_settings(const Section& section, const std::string& indent = "") {
  const std::string inner = indent + "  ";
  std::string text = "{";
  const auto annotate = [&]<class Field>(const char* name, const Field& field, const Range&,
                                         const char* help) {
    text += text == "{" ? "\n" : ",\n";
    text += inner + "// " + help + "\n" + inner + "\"" + name + "\": ";
    if constexpr (SettingsSection<Field>) {
      text += annotate_settings(field, inner);
    } else {
      text += format_json(write_value(field), inner);
    }
  };
  Section::visit_fields(section, annotate);
  return text + "\n" + indent + "}";
}

}  // namespace dragoman
