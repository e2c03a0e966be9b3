#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace dragoman {

/// Bytes [begin, end) of a text.
struct ByteSpan {
  size_t begin = 0;
  size_t end = 0;

  std::string_view of(std::string_view text) const { return text.substr(begin, end - begin); }
  bool overlaps(const ByteSpan& other) const { return begin < other.end && other.begin < end; }
};

/// Returns spans, or pieces with a begin and an end, in ascending order. Of two that overlap, keeps
/// the one that begins first, or else the one that comes first in the list.
template <class Span>
std::vector<Span> without_overlaps(std::vector<Span> spans) {
  std::ranges::stable_sort(spans, {}, &Span::begin);
  size_t end = 0;
  std::erase_if(spans, [&](const Span& span) {
    if (span.begin < end) return true;
    end = span.end;
    return false;
  });
  return spans;
}

/// True if the span overlaps one of the others.
bool overlaps_any(const ByteSpan& span, const std::vector<ByteSpan>& others);

/// Finds `part`, which must not be empty, in `text`. The occurrences do not overlap.
std::vector<ByteSpan> occurrences(std::string_view text, std::string_view part);

}  // namespace dragoman
