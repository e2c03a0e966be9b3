#include "metrics/terminal_color.h"

#include "io/utf8.h"

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
    if (!in_code && !continues_character(c)) ++length;
    if (c == 'm') in_code = false;
  }
  return length;
}

}  // namespace dragoman
