#include "metrics/tokens.h"

#include <utility>

namespace dragoman {

std::string join_tokens(const std::vector<std::string_view>& tokens) {
  std::string line;
  for (const std::string_view token : tokens) line.append(token).append(" ");
  return line;
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  size_t at = text.find(from);
  if (at == std::string::npos) return;
  std::string replaced;  // replacing in place would move the rest of the text each time
  size_t done = 0;
  for (; at != std::string::npos; at = text.find(from, done)) {
    replaced.append(text, done, at - done).append(to);
    done = at + from.size();
  }
  text = std::move(replaced.append(text, done));
}

void unescape_entities(std::string& text) {
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
}

}  // namespace dragoman
