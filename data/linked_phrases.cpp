#include "data/linked_phrases.h"

#include <algorithm>
#include <limits>

namespace dragoman {
namespace {

constexpr WordRange kNoWords{std::numeric_limits<int32_t>::max(), -1};

void extend(WordRange& range, const WordRange& other) {
  range.first = std::min(range.first, other.first);
  range.last = std::max(range.last, other.last);
}

/// For each word, the range of words on the other side from the first to the last that it is linked
/// with.
struct LinkRanges {
  std::vector<WordRange> of_source, of_target;

  explicit LinkRanges(const std::vector<AlignmentLink>& links) {
    for (const AlignmentLink& link : links) {
      add(link.source, link.target, of_source);
      add(link.target, link.source, of_target);
    }
  }

 private:
  static void add(int32_t word, int32_t other, std::vector<WordRange>& ranges) {
    const size_t needed = static_cast<size_t>(word) + 1;
    if (ranges.size() < needed) ranges.resize(needed, kNoWords);
    extend(ranges[needed - 1], {other, other});
  }
};

/// Returns the range of words that the words of `range` are linked with.
WordRange linked_with(const WordRange& range, const std::vector<WordRange>& ranges) {
  WordRange linked = kNoWords;
  for (int32_t word = range.first; word <= range.last; ++word)
    extend(linked, ranges[static_cast<size_t>(word)]);
  return linked;
}

}  // namespace

std::vector<LinkedPhrase> linked_phrases(const std::vector<AlignmentLink>& links, int32_t longest) {
  const LinkRanges ranges(links);
  const auto num_words = static_cast<int32_t>(ranges.of_source.size());
  const auto is_linked = [&](int32_t word) {
    return ranges.of_source[static_cast<size_t>(word)].last >= 0;
  };
  std::vector<LinkedPhrase> phrases;
  for (int32_t first = 0; first < num_words; ++first) {
    if (!is_linked(first)) continue;
    const int32_t end = std::min(num_words, first + longest);
    for (int32_t last = first; last < end; ++last) {
      if (!is_linked(last)) continue;
      const WordRange source{first, last}, target = linked_with(source, ranges.of_source);
      if (target.length() > longest) break;
      const WordRange back = linked_with(target, ranges.of_target);
      if (back.first >= first && back.last <= last) phrases.push_back({source, target});
    }
  }
  return phrases;
}

}  // namespace dragoman
