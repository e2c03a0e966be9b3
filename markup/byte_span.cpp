#include "markup/byte_span.h"

#include <algorithm>

namespace dragoman {

bool overlaps_any(const ByteSpan& span, const std::vector<ByteSpan>& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const ByteSpan& other) { return span.overlaps(other); });
}

std::vector<ByteSpan> occurrences(std::string_view text, std::string_view part) {
  std::vector<ByteSpan> found;
  for (size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size()))
    found.push_back({at, at + part.size()});
  return found;
}

}  // namespace dragoman
