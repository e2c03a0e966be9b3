#pragma once

#include <cstdint>
#include <vector>

#include "search/prefix_fate.h"
#include "search/word_tokens.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// A translation as search finds it.
struct Hypothesis {
  TokenIds tokens = {};                             // without end of sentence
  bool ended = false;                               // by end of sentence, not by the longest length
  std::vector<float> token_log_probabilities = {};  // of each token, and of end of sentence
  double log_probability = 0;                       // their sum
  double score = 0;                                 // what hypotheses are ranked by
  int64_t source_length = 0;                        // end of sentence counted
  std::vector<float> attention = {};                // [length, source_length] if it was asked for

  /// Tokens, end of sentence counted.
  int64_t length() const { return static_cast<int64_t>(token_log_probabilities.size()); }

  void append(int32_t token, float token_log_probability, int32_t eos) {
    ended = token == eos;
    if (!ended) tokens.push_back(token);
    token_log_probabilities.push_back(token_log_probability);
    log_probability += token_log_probability;
  }
};

/// A prefix of a sentence with one token more, as a step of beam search considers it.
struct SearchCandidate {
  size_t parent = 0;  // which of the prefixes kept at the step before it continues
  int32_t token = 0;
  float log_probability = 0;  // of the token
  double score = 0;           // sum of scores of tokens; of finished ones, the final score
  PrefixFate fate = PrefixFate::kDropped;
};

/// Watches the search of one task.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  /// Called after each token of each path of a greedy search or a sample, and after each step of
  /// beam search with the best prefix that lives; false ends the path, or the search.
  virtual bool goes_on(const Hypothesis& path) = 0;
  /// Called before that at each step of beam search, if it is wanted: all candidates, the best
  /// first.
  virtual void on_candidates(const std::vector<SearchCandidate>&) {}
  virtual bool wants_candidates() const { return false; }
};

/// A sentence to be translated, or a prompt to be continued.
struct SearchTask {
  TokenIds source = {};    // with end of sentence
  int64_t min_length = 1;  // of the translation, end of sentence counted
  int64_t max_length = 1;
  TokenIds prefix = {};  // what the translation begins with; end of sentence may be its last token
  std::vector<TokenIds> phrases = {};    // that the translation must contain
  std::vector<int32_t> candidates = {};  // the only tokens that may come, in order; none: any may
  uint64_t sampling_key = 0;             // what its random draws derive from
  SearchObserver* observer = nullptr;    // or none

  /// True if the prefix says which token stands at `position`.
  bool is_forced(int64_t position) const { return position < static_cast<int64_t>(prefix.size()); }
};

/// What search knows of the vocabularies.
struct SearchVocabulary {
  int32_t eos = 0;                       // of the target
  int32_t source_padding = 0;            // the last id
  std::vector<int32_t> suppressed = {};  // tokens that are never generated, each once
  const WordTokens* words = nullptr;     // of the target, where tasks have phrases
};

}  // namespace dragoman
