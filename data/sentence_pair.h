#pragma once

#include <string>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// A sentence and its translation, raw text; or a line of a language model's text, the target.
struct SentencePair {
  std::string source;
  std::string target;
  /// Links between words of split_words(), in ascending order, each once. Empty if none are known.
  std::vector<AlignmentLink> links = {};
};

}  // namespace dragoman
