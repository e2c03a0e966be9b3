#include "metrics/corpus_scorer.h"

#include <stdexcept>

namespace dragoman {
namespace {

void check_lengths(const std::vector<std::string>& hypotheses,
                   const std::vector<std::vector<std::string>>& references) {
  if (hypotheses.empty() || references.empty()) {
    throw std::invalid_argument("a score of " + std::to_string(hypotheses.size()) +
                                " hypotheses against " + std::to_string(references.size()) +
                                " references: give at least one line of each");
  }
  for (size_t r = 0; r < references.size(); ++r) {
    if (references[r].size() != hypotheses.size()) {
      throw std::invalid_argument("reference " + std::to_string(r + 1) + " has " +
                                  std::to_string(references[r].size()) +
                                  " lines and the hypothesis " + std::to_string(hypotheses.size()) +
                                  ": give one line of each for every segment");
    }
  }
}

}  // namespace

CorpusScorer::CorpusScorer(Metric& metric, size_t num_systems, bool keep_segments)
    : metric_(metric),
      keeps_segments_(keep_segments),
      statistics_(metric.num_statistics()),
      sums_(num_systems, std::vector<double>(metric.num_statistics(), 0)) {
  if (keep_segments) segments_.assign(num_systems, SegmentStatistics(metric.num_statistics()));
}

void CorpusScorer::add(std::span<const std::string_view> references,
                       std::span<const std::string_view> hypotheses) {
  if (num_references_ == 0) num_references_ = references.size();
  if (references.size() != num_references_) references_vary_ = true;
  metric_.set_references(references);
  for (size_t system = 0; system < sums_.size(); ++system) {
    metric_.count(hypotheses[system], statistics_);
    for (size_t k = 0; k < statistics_.size(); ++k) sums_[system][k] += statistics_[k];
    if (keeps_segments_) segments_[system].add(statistics_);
  }
}

Signature CorpusScorer::signature(const Signature& test) const {
  return corpus_signature(metric_, references_vary_ ? "var" : std::to_string(num_references_),
                          test);
}

Signature corpus_signature(const Metric& metric, const std::string& num_references,
                           const Signature& test) {
  Signature items = {{"nrefs", "#", num_references}};
  const Signature settings = metric.settings_signature();
  items.insert(items.end(), test.begin(), test.end());
  items.insert(items.end(), settings.begin(), settings.end());
  items.push_back(version_item());
  return items;
}

double score_corpus(Metric& metric, const std::vector<std::string>& hypotheses,
                    const std::vector<std::vector<std::string>>& references) {
  check_lengths(hypotheses, references);
  CorpusScorer scorer(metric, 1, false);
  std::vector<std::string_view> segment_references(references.size());
  for (size_t i = 0; i < hypotheses.size(); ++i) {
    for (size_t r = 0; r < references.size(); ++r) segment_references[r] = references[r][i];
    const std::string_view hypothesis = hypotheses[i];
    scorer.add(segment_references, {&hypothesis, 1});
  }
  return scorer.score(0);
}

}  // namespace dragoman
