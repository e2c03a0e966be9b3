#include "metrics/tokens.h"

namespace dragoman {

std::string join_tokens(const std::vector<std::string_view>& tokens) {
  std::string line;
  for (const std::string_view token : tokens) line.append(token).append(" ");
  return line;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
}

void unescape_entities(std::string& text) {
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
}

}  // namespace dragoman
