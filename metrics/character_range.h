#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace dragoman {

/// The first and the last character of a range.
using CharacterRange = std::pair<char32_t, char32_t>;

template <size_t N>
constexpr bool is_in(const std::array<CharacterRange, N>& ranges, char32_t character) {
  return std::any_of(ranges.begin(), ranges.end(), [character](const CharacterRange& range) {
    return range.first <= character && character <= range.second;
  });
}

}  // namespace dragoman
