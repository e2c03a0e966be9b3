#include "metrics/terminal_color.h"

namespace dragoman {
namespace {

constexpr char kEscape = '\x1b';

int code_of(TerminalColor color) {
  switch (color) {
    case TerminalColor::kRed:
      return 31;
    case TerminalColor::kYellow:
      return 33;
    case TerminalColor::kCyan:
      break;
  }
  return 36;
}

}  // namespace

std::string colored(const std::string& text, TerminalColor color, bool enabled) {
  if (!enabled) return text;
  return kEscape + ("[" + std::to_string(code_of(color)) + "m") + text + kEscape + "[0m";
}

size_t visible_length(const std::string& text) {
  size_t length = 0;
  bool in_code = false;
  for (const char c : text) {
    if (c == kEscape) in_code = true;
    const bool continues_character = (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    if (!in_code && !continues_character) ++length;
    if (c == 'm') in_code = false;
  }
  return length;
}

}  // namespace dragoman
