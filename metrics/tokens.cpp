#include "metrics/tokens.h"

#include "io/text_edits.h"

namespace dragoman {

std::string join_tokens(const std::vector<std::string_view>& tokens) {
  std::string line;
  for (const std::string_view token : tokens) line.append(token).append(" ");
  return line;
}

void unescape_entities(std::string& text) {
  replace_all(text, "&quot;", "\"");
  replace_all(text, "&amp;", "&");
  replace_all(text, "&lt;", "<");
  replace_all(text, "&gt;", ">");
}

}  // namespace dragoman
