#pragma once

#include <cstdint>
#include <string>

namespace dragoman {

enum class TerminalColor { kRed, kGreen, kYellow, kCyan };

/// `text` between the codes that make a terminal show it in a colour; as it is if not `enabled`.
std::string colored(const std::string& text, TerminalColor color, bool enabled);

/// Characters of `text` that a terminal shows: code points, without the codes of colours.
size_t visible_length(const std::string& text);

}  // namespace dragoman
