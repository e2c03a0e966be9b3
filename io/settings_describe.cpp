#include "io/settings_describe.h"

namespace dragoman {

std::string describe_key(const std::string& key, const nlohmann::ordered_json& value,
                         const std::string& allowed, const std::string& help) {
  return key + " = " + value.dump() + "  (" + allowed + ")\n    " + help + "\n";
}

std::string format_json(const nlohmann::ordered_json& value, const std::string& indent) {
  const bool list_of_objects = value.is_array() && !value.empty() && value.front().is_object();
  if (!list_of_objects) return value.dump();
  std::string text = "[";
  for (const auto& element : value) {
    text += text == "[" ? "\n" : ",\n";
    text += indent + "  " + element.dump();
  }
  return text + "\n" + indent + "]";
}

}  // namespace dragoman
