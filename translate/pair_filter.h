#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "data/sentence_pair.h"
#include "translate/pair_rules.h"
#include "translate/translation.h"

namespace dragoman {

/// Scores texts with a language model, each on its own.
using TextScorer = std::function<std::vector<Translation>(const std::vector<std::string>& texts)>;
/// Scores translations[i] as a translation of lines[i] with a translator.
using TranslationScorer = std::function<std::vector<Translation>(
    const std::vector<std::string>& lines, const std::vector<std::string>& translations)>;

/// The models that score pairs; an empty one is skipped.
struct PairScorers {
  TextScorer target_language = {};
  TextScorer source_language = {};
  TranslationScorer forward = {};  // source to target
  TranslationScorer reverse = {};  // target to source
};

/// Which pairs of a corpus to keep. A limit drops nothing if its scorer is missing.
struct PairFilterSettings {
  PairRules rules = {};
  bool drop_duplicates = false;  // repetitions of earlier pairs that passed the rules
  double min_lm_score = -std::numeric_limits<double>::infinity();
  double min_source_lm_score = -std::numeric_limits<double>::infinity();
  double min_score = 0;
};

/// The verdict on a pair. A score is missing if its model is, or if the pair was dropped before.
struct JudgedPair {
  PairVerdict verdict = PairVerdict::kKept;
  std::optional<double> lm_score = {};         // mean log-probability of a target token
  std::optional<double> source_lm_score = {};  // the same for the source
  std::optional<double> score = {};            // of the translation, from 0 to 1
};

/// Returns the mean natural log-probability of a token, end of sentence included if the model has
/// one; -infinity for a text without tokens.
double mean_log_probability(const Translation& scored);

/// Dual conditional cross-entropy (Junczys-Dowmunt 2018): exp(-(|H_A - H_B| + (H_A + H_B) / 2)) of
/// the mean log-probabilities -H_A and -H_B. Near 1 if both models find the pair about equally
/// likely, and likely; 0 if one value is -infinity.
double dual_cross_entropy_score(double forward, double reverse);

/// Judges pairs. Cheap rules come first, so that a model scores only the pairs that passed them.
class PairFilter {
 public:
  PairFilter(const PairFilterSettings& settings, PairScorers scorers)
      : settings_(settings), scorers_(std::move(scorers)) {}

  /// Judges the next pairs of the corpus; duplicates of pairs in earlier calls count too. Memory:
  /// constant; with drop_duplicates, some 50 bytes for each pair that the rules keep.
  std::vector<JudgedPair> judge(const std::vector<SentencePair>& pairs);
  /// Like judge(), but only remembers the pairs to find later duplicates of them; no model scores
  /// them.
  void see(const std::vector<SentencePair>& pairs);

 private:
  PairVerdict judge_alone(const SentencePair& pair);
  std::vector<double> translation_scores(const std::vector<std::string>& sources,
                                         const std::vector<std::string>& targets) const;

  PairFilterSettings settings_;
  PairScorers scorers_;
  std::unordered_set<uint64_t> seen_;  // hashes of pairs
};

}  // namespace dragoman
