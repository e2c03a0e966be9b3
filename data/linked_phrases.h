#pragma once

#include <cstdint>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// Words from first to last, counted from 0.
struct WordRange {
  int32_t first = 0;
  int32_t last = 0;

  int32_t length() const { return last - first + 1; }
  bool overlaps(const WordRange& other) const { return first <= other.last && other.first <= last; }
};

/// A phrase of the source and the one of the target that it is linked with.
struct LinkedPhrase {
  WordRange source;
  WordRange target;
};

/// The phrases of at most `longest` words on either side whose words have links with one another
/// and none with words outside; those at the ends have one (Koehn, Och and Marcu 2003). In the
/// order of the source.
std::vector<LinkedPhrase> linked_phrases(const std::vector<AlignmentLink>& links, int32_t longest);

}  // namespace dragoman
