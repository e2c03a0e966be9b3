#pragma once

#include <string_view>

namespace dragoman {

/// U+2581, which represents a space in SentencePiece's pieces.
constexpr std::string_view kSpaceSymbol = "\xe2\x96\x81";

}  // namespace dragoman
