#pragma once

#include <span>
#include <vector>

#include "search/phrase_constraints.h"
#include "search/prefix_tree.h"
#include "search/search_settings.h"
#include "search/token_rules.h"

namespace dragoman {

/// Settings, vocabulary and rules that all sentences of a search share. Must outlive their beams.
struct SearchContext {
  const SearchSettings& settings;
  const SearchVocabulary& vocabulary;
  const TokenRules& rules;
};

/// The beam search of one sentence: up to K unfinished prefixes and the finished hypotheses.
class Beam {
 public:
  Beam(const SearchTask& task, const SearchContext& context);

  /// Extends each unfinished prefix by one token. The sentence's rows of `next` begin at
  /// `first_row`. Returns false if the sentence is done.
  bool advance(const NextTokens& next, size_t first_row);
  /// Appends, for each of the K rows of the next step, its last token and the row of this step that
  /// it continues. Rows without an unfinished prefix repeat the best one.
  void append_rows(size_t first_row, std::vector<int32_t>& tokens,
                   std::vector<int32_t>& parents) const;
  /// Number of best tokens that the next step must give.
  int64_t num_best() const;
  /// True if the next step must give the log-probabilities of all tokens.
  bool needs_distribution() const;
  /// Returns up to K hypotheses, the best score first. Call it once: it moves them out.
  std::vector<Hypothesis> results();

 private:
  struct Alive {
    int32_t prefix = PrefixTree::kRoot;
    double score = 0;  // sum of the scores of its tokens
    PhraseProgress phrases = {};
    int32_t row = 0;  // row of the last step that it continues
    int32_t token = 0;
  };
  /// An unfinished prefix and one more token.
  struct Candidate {
    double score = 0;
    size_t parent = 0;
    NextToken next;
    PrefixFate fate = PrefixFate::kDropped;
  };

  PrefixView view(const Alive& alive) const;
  std::vector<NextToken> next_tokens(const Alive& alive, const NextTokens& next, size_t row) const;
  void add_end_of_word(const NextTokens& next, size_t row, const PrefixView& prefix,
                       std::vector<int32_t>& wanted) const;
  std::vector<Candidate> expand(const NextTokens& next, size_t first_row) const;
  void select(std::vector<Candidate>& candidates, const NextTokens& next, size_t first_row);
  std::vector<size_t> choose(const std::vector<Candidate>& candidates,
                             const std::vector<size_t>& going_on) const;
  Alive extend(const Candidate& candidate, const NextTokens& next, size_t first_row);
  void finish(const Alive& alive);
  void finish_all(const std::vector<Alive>& prefixes);
  bool is_watched_on(const std::vector<Candidate>& candidates) const;
  bool is_done() const;
  bool can_overtake(double living_score) const;

  const SearchTask& task_;
  SearchContext context_;
  size_t width_;  // K
  PhraseConstraints phrases_;
  PrefixTree tree_;
  int64_t length_ = 0;  // of every unfinished prefix, in tokens
  bool best_is_finished_ = false;
  std::vector<Alive> alive_;
  std::vector<Hypothesis> finished_;
};

}  // namespace dragoman
