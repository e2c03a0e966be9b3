#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/prefix_fate.h"
#include "search/word_tokens.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// A translation found by search.
struct Hypothesis {
  TokenIds tokens = {};                             // without end of sentence
  bool ended = false;                               // by end of sentence, not by the maximal length
  std::vector<float> token_log_probabilities = {};  // of each token, and of end of sentence
  double log_probability = 0;                       // their sum
  double score = 0;                                 // hypotheses are ranked by this
  int64_t source_length = 0;                        // in tokens, end of sentence counted
  std::vector<float> attention = {};                // [length, source_length] if it was asked for

  /// Number of tokens, end of sentence counted.
  int64_t length() const { return static_cast<int64_t>(token_log_probabilities.size()); }

  void clear_scores() {
    std::ranges::fill(token_log_probabilities, 0.0F);
    log_probability = score = 0;
  }
  void append(int32_t token, float token_log_probability, int32_t eos) {
    ended = token == eos;
    if (!ended) tokens.push_back(token);
    token_log_probabilities.push_back(token_log_probability);
    log_probability += token_log_probability;
  }
};

/// A prefix and one more token, as a step of beam search considers them.
struct SearchCandidate {
  size_t parent = 0;  // index of the prefix, among those that the last step kept
  int32_t token = 0;
  float log_probability = 0;  // of the token
  double score = 0;           // sum of the scores of its tokens; the final score if it is finished
  PrefixFate fate = PrefixFate::kDropped;
};

/// Watches the search of one task.
class SearchObserver {
 public:
  virtual ~SearchObserver() = default;
  /// Called before the search, and before each further chunk of samples. If false, they are left
  /// out.
  virtual bool begins() { return true; }
  /// Called after each token of each path of greedy search or sampling, and after each step of beam
  /// search with the best unfinished prefix. Returning false ends the path, or the beam search.
  virtual bool goes_on(const Hypothesis& path) = 0;
  /// Called before goes_on() with the same path, in beam search with the best hypothesis so far,
  /// finished or not.
  virtual void on_best(const Hypothesis&) {}
  /// Called at each step of beam search before on_best(), if wants_candidates(). Receives all
  /// candidates, the best first.
  virtual void on_candidates(const std::vector<SearchCandidate>&) {}
  virtual bool wants_candidates() const { return false; }
};

/// A sentence to be translated, or a prompt to be continued.
struct SearchTask {
  TokenIds source = {};    // with end of sentence
  int64_t min_length = 1;  // of the translation, end of sentence counted
  int64_t max_length = 1;
  TokenIds prefix = {};  // the translation begins with these; end of sentence may be the last
  TokenIds prompt = {};  // text that is continued: rules about repeated tokens count its tokens
  std::vector<TokenIds> phrases = {};  // the translation must contain each of these
  /// Of each phrase: its tokens without a space before it, as in Japanese, which meet it, too;
  /// empty: no others.
  std::vector<TokenIds> phrases_inside = {};
  /// The only tokens allowed, in ascending order; empty: all are.
  std::vector<int32_t> candidates = {};
  uint64_t sampling_key = 0;           // key of its random draws
  SearchObserver* observer = nullptr;  // or none

  /// False if the observer wants no search.
  bool begins() const { return observer == nullptr || observer->begins(); }
  /// True if the prefix fixes the token at `position`.
  bool is_forced(int64_t position) const { return position < static_cast<int64_t>(prefix.size()); }
};

/// Properties of the vocabularies that search needs.
struct SearchVocabulary {
  int32_t eos = 0;                       // of the target
  int32_t source_padding = 0;            // its id, the last one
  std::vector<int32_t> suppressed = {};  // tokens that are never generated, each once
  const WordTokens* words = nullptr;     // of the target, where tasks have phrases
};

}  // namespace dragoman
