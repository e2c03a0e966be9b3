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

/// What a language model says of texts, one by one.
using TextScorer = std::function<std::vector<Translation>(const std::vector<std::string>& texts)>;
/// What a translator says of translations[i] as a translation of lines[i].
using TranslationScorer = std::function<std::vector<Translation>(
    const std::vector<std::string>& lines, const std::vector<std::string>& translations)>;

/// The models that pairs are scored by; an empty one is not asked.
struct PairScorers {
  TextScorer target_language = {};
  TextScorer source_language = {};
  TranslationScorer forward = {};  // source to target
  TranslationScorer reverse = {};  // target to source
};

/// Which pairs of a corpus are kept. A score that no scorer gives drops nothing.
struct PairFilterSettings {
  PairRules rules = {};
  bool drop_duplicates = false;  // pairs that were there before, and were not dropped by a rule
  double min_lm_score = -std::numeric_limits<double>::infinity();
  double min_source_lm_score = -std::numeric_limits<double>::infinity();
  double min_score = 0;
};

/// What became of a pair. Scores are there as far as there are models, and the pair came to them.
struct JudgedPair {
  PairVerdict verdict = PairVerdict::kKept;
  std::optional<double> lm_score = {};         // mean log-probability of a target token
  std::optional<double> source_lm_score = {};  // the same for the source
  std::optional<double> score = {};            // of the translation, from 0 to 1
};

/// The natural log-probability of a token on average, end of sentence counted where the model has
/// it; -infinity of a text without tokens.
double mean_log_probability(const Translation& scored);

/// exp(-(|H_A - H_B| + (H_A + H_B) / 2)) of the mean log-probabilities -H_A and -H_B: near 1 where
/// both models find the pair likely, and equally so (Junczys-Dowmunt 2018, dual conditional
/// cross-entropy). 0 where one is -infinity.
double dual_cross_entropy_score(double forward, double reverse);

/// Judges pairs, the cheap rules first: a model scores only what is kept until then.
class PairFilter {
 public:
  PairFilter(const PairFilterSettings& settings, PairScorers scorers)
      : settings_(settings), scorers_(std::move(scorers)) {}

  /// The pairs follow those of the calls before, whose duplicates are told. Memory: constant, with
  /// drop_duplicates some 50 bytes for each pair that is kept by the rules.
  std::vector<JudgedPair> judge(const std::vector<SentencePair>& pairs);
  /// As judge(), for pairs that only others' duplicates are told by: no model scores them.
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
