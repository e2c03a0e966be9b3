#include "interchange/yaml.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <stdexcept>
#include <string_view>

#include "io/text_file.h"
#include "io/utf8.h"

namespace dragoman {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 32;
constexpr size_t kNodesOfAliases = 10000;  // beyond one for each byte

/// Completes U+0085 and U+00A0 in a text that was valid UTF-8: yaml-cpp converts the escapes "\N"
/// and "\_" to their last bytes alone.
std::string completed(const std::string& text) {
  std::string valid;
  for (size_t at = 0; at < text.size();) {
    const size_t start = at;
    next_character(text, at);
    if (continues_character(text[start])) valid += '\xC2';
    valid.append(text, start, at - start);
  }
  return valid;
}

/// Converts YAML's notations of numbers, true, false and null; everything else is text.
Json scalar_to_json(const YAML::Node& node) {
  const std::string text = completed(node.Scalar());
  const bool is_quoted = node.Tag() == "!";
  if (is_quoted) return text;
  int64_t whole = 0;
  double number = 0;
  if (YAML::convert<int64_t>::decode(node, whole)) return whole;
  if (YAML::convert<double>::decode(node, number)) return number;
  // YAML 1.1 also reads y, n, on and off as booleans. Here they are text.
  if (text == "true" || text == "false") return text == "true";
  return text;
}

/// Converts at most `most` nodes of `text`, since a few aliases of aliases make billions.
class Converter {
 public:
  Converter(std::string_view text, size_t most) : text_(text), left_(most) {}

  Json to_json(const YAML::Node& node, int depth) {
    if (depth > kMaxDepth) throw std::runtime_error("it is nested too deeply");
    if (left_ == 0) throw std::runtime_error("its aliases repeat too much");
    --left_;
    if (node.IsScalar()) return scalar_to_json(node);
    if (node.IsSequence()) {
      Json list = Json::array();
      for (const YAML::Node& element : node) list.push_back(to_json(element, depth + 1));
      return list;
    }
    if (!node.IsMap()) return nullptr;
    // A vector of pairs, because looking up each key would take quadratic time.
    Json::object_t object;
    for (const auto& item : node)
      object.Container::emplace_back(key_of(item.first), to_json(item.second, depth + 1));
    return object;
  }

 private:
  /// Keys are texts, but yaml-cpp drops the text of a null.
  std::string key_of(const YAML::Node& key) const {
    if (!key.IsNull()) return completed(key.as<std::string>());
    const auto at = static_cast<size_t>(key.Mark().pos);
    const std::string_view written = text_.substr(std::min(at, text_.size()));
    for (const char* null : {"null", "Null", "NULL"}) {
      if (written.starts_with(null)) return null;
    }
    return "~";
  }

  std::string_view text_;
  size_t left_;
};

}  // namespace

Json parse_yaml(const std::string& text, const std::string& source) {
  if (!is_valid_utf8(text)) throw std::runtime_error(source + " is not valid UTF-8");
  if (text.starts_with(kByteOrderMark))
    return parse_yaml(text.substr(kByteOrderMark.size()), source);
  try {
    return Converter(text, text.size() + kNodesOfAliases).to_json(YAML::Load(text), 0);
  } catch (const YAML::Exception& error) {
    throw std::runtime_error(source + ":" + std::to_string(error.mark.line + 1) + ": " + error.msg);
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(source + ": " + error.what());
  }
}

}  // namespace dragoman
