#pragma once

#include <string>
#include <vector>

#include "data/alignment_link.h"

namespace dragoman {

/// A sentence and its translation, raw text; or a line of a language model's text, the target.
struct SentencePair {
  std::string source;
  std::string target;
  /// Of words, as split_words() has them; ascending, each once. Empty where none are known.
  std::vector<AlignmentLink> links = {};
};

}  // namespace dragoman
