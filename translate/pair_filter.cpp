#include "translate/pair_filter.h"

#include <cmath>

#include "io/content_hash.h"

namespace dragoman {
namespace {

/// The pairs of a block that no rule has dropped so far.
struct KeptPairs {
  std::vector<size_t> positions;
  std::vector<std::string> sources;
  std::vector<std::string> targets;
};

KeptPairs kept_of(const std::vector<SentencePair>& pairs, const std::vector<JudgedPair>& judged) {
  KeptPairs kept;
  for (size_t i = 0; i < pairs.size(); ++i) {
    if (judged[i].verdict != PairVerdict::kKept) continue;
    kept.positions.push_back(i);
    kept.sources.push_back(pairs[i].source);
    kept.targets.push_back(pairs[i].target);
  }
  return kept;
}

/// A score, its minimum, and the verdict on pairs below it.
struct ScoreRule {
  std::optional<double> JudgedPair::*score;
  double least;
  PairVerdict verdict;
};

/// Scores the pairs that no rule has dropped so far, and applies `rule`.
void judge_scores(const ScoreRule& rule, const std::vector<SentencePair>& pairs,
                  const std::function<std::vector<double>(const KeptPairs&)>& score,
                  std::vector<JudgedPair>& judged) {
  const KeptPairs kept = kept_of(pairs, judged);
  if (kept.positions.empty()) return;
  const std::vector<double> scores = score(kept);
  for (size_t i = 0; i < scores.size(); ++i) {
    JudgedPair& pair = judged[kept.positions[i]];
    pair.*rule.score = scores[i];
    if (!(scores[i] >= rule.least)) pair.verdict = rule.verdict;  // NaN, too
  }
}

std::vector<double> mean_log_probabilities(const std::vector<Translation>& scored) {
  std::vector<double> means;
  for (const Translation& one : scored) means.push_back(mean_log_probability(one));
  return means;
}

}  // namespace

double mean_log_probability(const Translation& scored) {
  const size_t num_tokens = scored.token_log_probabilities.size();
  if (num_tokens == 0) return -std::numeric_limits<double>::infinity();
  return scored.log_probability / static_cast<double>(num_tokens);
}

double dual_cross_entropy_score(double forward, double reverse) {
  if (std::isinf(forward) || std::isinf(reverse)) return 0;
  return std::exp(-std::abs(forward - reverse) + (forward + reverse) / 2);
}

std::vector<JudgedPair> PairFilter::judge(const std::vector<SentencePair>& pairs) {
  std::vector<JudgedPair> judged;
  for (const SentencePair& pair : pairs) judged.push_back({.verdict = judge_alone(pair)});
  if (scorers_.target_language) {
    const auto score = [this](const KeptPairs& kept) {
      return mean_log_probabilities(scorers_.target_language(kept.targets));
    };
    judge_scores({&JudgedPair::lm_score, settings_.min_lm_score, PairVerdict::kMinLmScore}, pairs,
                 score, judged);
  }
  if (scorers_.source_language) {
    const auto score = [this](const KeptPairs& kept) {
      return mean_log_probabilities(scorers_.source_language(kept.sources));
    };
    judge_scores({&JudgedPair::source_lm_score, settings_.min_source_lm_score,
                  PairVerdict::kMinSourceLmScore},
                 pairs, score, judged);
  }
  if (scorers_.forward || scorers_.reverse) {
    const auto score = [this](const KeptPairs& kept) {
      return translation_scores(kept.sources, kept.targets);
    };
    judge_scores({&JudgedPair::score, settings_.min_score, PairVerdict::kMinScore}, pairs, score,
                 judged);
  }
  return judged;
}

void PairFilter::see(const std::vector<SentencePair>& pairs) {
  for (const SentencePair& pair : pairs) judge_alone(pair);
}

PairVerdict PairFilter::judge_alone(const SentencePair& pair) {
  const PairVerdict verdict = judge_text(pair, settings_.rules);
  if (verdict != PairVerdict::kKept || !settings_.drop_duplicates) return verdict;
  ContentHash hash;
  hash.add(pair.source);
  hash.add(pair.target);
  return seen_.insert(hash.value()).second ? PairVerdict::kKept : PairVerdict::kDuplicate;
}

std::vector<double> PairFilter::translation_scores(const std::vector<std::string>& sources,
                                                   const std::vector<std::string>& targets) const {
  std::vector<double> forward, reverse, scores;
  if (scorers_.forward) forward = mean_log_probabilities(scorers_.forward(sources, targets));
  if (scorers_.reverse) reverse = mean_log_probabilities(scorers_.reverse(targets, sources));
  for (size_t i = 0; i < sources.size(); ++i) {
    scores.push_back(reverse.empty()   ? std::exp(forward[i])
                     : forward.empty() ? std::exp(reverse[i])
                                       : dual_cross_entropy_score(forward[i], reverse[i]));
  }
  return scores;
}

}  // namespace dragoman
