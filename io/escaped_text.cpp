#include "io/escaped_text.h"

#include <fmt/format.h>

#include "io/utf8.h"

namespace dragoman {
namespace {

constexpr size_t kMostQuoted = 80;  // bytes of a text that a message quotes

}  // namespace

std::string escape_controls(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_control = byte < 0x20 || byte == 0x7F;
    escaped += is_control ? fmt::format("\\u{:04x}", byte) : std::string(1, c);
  }
  return escaped;
}

std::string in_brief(std::string_view text) {
  if (text.size() <= kMostQuoted) return std::string(text);
  return std::string(text.substr(0, character_begin(text, kMostQuoted))) + "...";
}

std::string in_backquotes(std::string_view text) {
  return "`" + escape_controls(in_brief(text)) + "`";
}

}  // namespace dragoman
