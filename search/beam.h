#pragma once

#include <span>
#include <vector>

#include "search/phrase_constraints.h"
#include "search/prefix_tree.h"
#include "search/search_settings.h"
#include "search/token_rules.h"

namespace dragoman {

/// What all sentences of a search have in common; must outlive their beams.
struct SearchContext {
  const SearchSettings& settings;
  const SearchVocabulary& vocabulary;
  const TokenRules& rules;
};

/// The beam search of one sentence: the K prefixes that live, and the hypotheses that are finished.
class Beam {
 public:
  Beam(const SearchTask& task, const SearchContext& context);

  /// Lengthens the living prefixes by the model's next tokens, which for this sentence begin at
  /// `first_row`. False if the sentence is done.
  bool advance(const NextTokens& next, size_t first_row);
  /// For each row that goes on, its last token and which of the rows before it continues; always K
  /// rows, dead ones repeat the best.
  void append_rows(size_t first_row, std::vector<int32_t>& tokens,
                   std::vector<int32_t>& parents) const;
  /// True if the next step must give whole distributions.
  bool needs_distribution() const;
  /// Up to K hypotheses, the best score first.
  std::vector<Hypothesis> results();

 private:
  struct Alive {
    int32_t prefix = PrefixTree::kRoot;
    double score = 0;  // sum of scores of tokens
    PhraseProgress phrases = {};
    int32_t row = 0;  // that it continues
    int32_t token = 0;
  };
  /// A living prefix with one token more.
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
  int64_t length_ = 0;  // of every living prefix
  bool best_is_finished_ = false;
  std::vector<Alive> alive_;
  std::vector<Hypothesis> finished_;
};

}  // namespace dragoman
