#pragma once

#include <cstdint>
#include <vector>

namespace dragoman {

/// A translation, or the beginning of one.
struct Hypothesis {
  std::vector<int32_t> tokens;  // without end of sentence
  double log_probability = 0;   // of all tokens, end of sentence included once it is there
  double score = 0;             // log_probability over the length penalty; set when finished
};

/// The sentences of one call of a search: source tokens, and for each row the most tokens its
/// translation may have (end of sentence counted).
struct SearchLimits {
  std::vector<int64_t> max_lengths;
  int32_t eos = 0;
};

}  // namespace dragoman
