#pragma once

#include <cstddef>
#include <string_view>

namespace dragoman {

/// In bytes. SentencePiece needs a hundred times the memory of its input, and time by the square of
/// a run of unknown characters. A whole text may be one line.
constexpr size_t kLongestPart = 1 << 16;

/// Returns the size of the first part of `text` to tokenise by itself: all of it, or at most
/// kLongestPart bytes. It ends at a space, if there is one.
size_t size_of_part(std::string_view text);

}  // namespace dragoman
