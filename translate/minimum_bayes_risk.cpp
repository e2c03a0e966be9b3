#include "translate/minimum_bayes_risk.h"

#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

std::unique_ptr<Metric> make_metric(MbrUtility utility) {
  if (utility == MbrUtility::kChrf) return std::make_unique<Chrf>();
  if (utility == MbrUtility::kBleu) {
    BleuSettings settings;
    settings.effective_order = true;
    return std::make_unique<Bleu>(std::move(settings));
  }
  throw std::invalid_argument("the utility must be chrf or bleu, not none");
}

/// The distinct texts among the candidates.
struct DistinctCandidates {
  std::vector<std::string_view> texts;
  std::vector<double> counts;    // number of candidates with each text
  std::vector<size_t> text_ids;  // text of each candidate

  explicit DistinctCandidates(const std::vector<std::string>& candidates) {
    std::map<std::string_view, size_t> ids;
    for (const std::string& candidate : candidates) {
      const auto [known, is_new] = ids.try_emplace(candidate, texts.size());
      if (is_new) {
        texts.push_back(candidate);
        counts.push_back(0);
      }
      counts[known->second] += 1;
      text_ids.push_back(known->second);
    }
  }
};

/// Returns for each text the sum of its scores against all candidates except itself.
std::vector<double> sum_scores(const DistinctCandidates& distinct, Metric& metric) {
  std::vector<double> sums(distinct.texts.size());
  std::vector<double> statistics(metric.num_statistics());
  for (size_t r = 0; r < distinct.texts.size(); ++r) {
    metric.set_references({&distinct.texts[r], 1});
    for (size_t t = 0; t < distinct.texts.size(); ++t) {
      Cancellation::check();  // many long candidates take seconds
      const double weight = distinct.counts[r] - (t == r ? 1 : 0);
      if (weight == 0) continue;
      metric.count(distinct.texts[t], statistics);
      sums[t] += weight * metric.score(statistics, Arithmetic::kDouble);
    }
  }
  return sums;
}

}  // namespace

std::vector<double> expected_utilities(const std::vector<std::string>& candidates,
                                       MbrUtility utility) {
  const std::unique_ptr<Metric> metric = make_metric(utility);
  std::vector<double> utilities(candidates.size());
  if (candidates.size() < 2) return utilities;
  const DistinctCandidates distinct(candidates);
  const std::vector<double> sums = sum_scores(distinct, *metric);
  const auto num_others = static_cast<double>(candidates.size() - 1);
  for (size_t i = 0; i < candidates.size(); ++i) {
    utilities[i] = sums[distinct.text_ids[i]] / num_others;
  }
  return utilities;
}

}  // namespace dragoman
