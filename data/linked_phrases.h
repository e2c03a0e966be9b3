#pragma once

#include <cstdint>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// A range of words from `first` to `last`, both included, counted from 0.
struct WordRange {
  int32_t first = 0;
  int32_t last = 0;

  int32_t length() const { return last - first + 1; }
  bool overlaps(const WordRange& other) const { return first <= other.last && other.first <= last; }
};

/// A phrase of the source and the phrase of the target that it is linked with.
struct LinkedPhrase {
  WordRange source;
  WordRange target;
};

/// Returns phrase pairs of at most `longest` words on either side whose words are linked with each
/// other and with no words outside (Koehn, Och and Marcu 2003). The first and the last word have
/// links. In the order of the source.
std::vector<LinkedPhrase> linked_phrases(const std::vector<AlignmentLink>& links, int32_t longest);

}  // namespace dragoman
