#pragma once

#include <cstdint>
#include <string>

namespace dragoman {

enum class TerminalColor { kRed, kYellow, kCyan };

/// Encloses `text` in a terminal's codes for a colour; returns it unchanged if not `enabled`.
std::string colored(const std::string& text, TerminalColor color, bool enabled);

/// Number of characters of `text` that a terminal shows: code points without colour codes.
size_t visible_length(const std::string& text);

}  // namespace dragoman
