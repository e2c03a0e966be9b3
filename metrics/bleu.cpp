#include "metrics/bleu.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "metrics/ngram_trie.h"
#include "metrics/python_text.h"
#include "metrics/tokenize_13a.h"

namespace dragoman {
namespace {

std::string preprocess(const std::string& segment, const BleuSettings& settings) {
  if (settings.lowercase) {
    return tokenize_13a(python_rstrip(python_lower(segment)));
  }
  return tokenize_13a(python_rstrip(segment));
}

/// The length closest to that of the hypothesis; of two as close, the shorter.
int64_t closest_length(const std::vector<int64_t>& reference_lengths, int64_t hypothesis_length) {
  const auto is_closer = [hypothesis_length](int64_t a, int64_t b) {
    return std::pair(std::abs(a - hypothesis_length), a) <
           std::pair(std::abs(b - hypothesis_length), b);
  };
  return *std::min_element(reference_lengths.begin(), reference_lengths.end(), is_closer);
}

std::array<int64_t, kBleuOrder> count_ngrams(int64_t num_tokens) {
  std::array<int64_t, kBleuOrder> total{};
  for (int n = 0; n < kBleuOrder; ++n) {
    total[n] = std::max<int64_t>(num_tokens - n, 0);
  }
  return total;
}

double brevity_penalty(const BleuCounts& counts) {
  if (counts.hypothesis_length >= counts.reference_length) {
    return 1.0;
  }
  if (counts.hypothesis_length == 0) {
    return 0.0;
  }
  return std::exp(1 - static_cast<double>(counts.reference_length) /
                          static_cast<double>(counts.hypothesis_length));
}

/// In percent. The k-th order without a match counts as 1 / 2^k of a match (Chen and Cherry 2014,
/// method 3); an order without n-grams has precision 0.
std::array<double, kBleuOrder> smoothed_precisions(const BleuCounts& counts) {
  std::array<double, kBleuOrder> precisions{};
  double smoothing = 1;
  for (int n = 0; n < kBleuOrder && counts.total[n] > 0; ++n) {
    const auto total = static_cast<double>(counts.total[n]);
    if (counts.correct[n] == 0) {
      smoothing *= 2;
      precisions[n] = 100.0 / (smoothing * total);
    } else {
      precisions[n] = 100.0 * static_cast<double>(counts.correct[n]) / total;
    }
  }
  return precisions;
}

double geometric_mean(const std::array<double, kBleuOrder>& precisions) {
  double sum_of_logs = 0;
  for (const double precision : precisions) {
    sum_of_logs += std::log(precision);  // of 0: minus infinity, and the mean is 0
  }
  return std::exp(sum_of_logs / kBleuOrder);
}

void check_lengths(const std::vector<std::string>& hypotheses,
                   const std::vector<std::vector<std::string>>& references) {
  if (hypotheses.empty() || references.empty()) {
    throw std::invalid_argument("BLEU of " + std::to_string(hypotheses.size()) +
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

BleuCounts& BleuCounts::operator+=(const BleuCounts& other) {
  for (int n = 0; n < kBleuOrder; ++n) {
    correct[n] += other.correct[n];
    total[n] += other.total[n];
  }
  hypothesis_length += other.hypothesis_length;
  reference_length += other.reference_length;
  return *this;
}

BleuCounts count_bleu(const std::string& hypothesis, const std::vector<std::string>& references,
                      const BleuSettings& settings) {
  if (references.empty()) {
    throw std::invalid_argument("BLEU of a segment without references: give at least one");
  }
  std::vector<std::string> reference_texts;  // the trie points into them
  for (const std::string& reference : references) {
    reference_texts.push_back(preprocess(reference, settings));
  }
  NgramTrie trie;
  std::vector<int64_t> reference_lengths;
  for (const std::string& text : reference_texts) {
    const std::vector<std::string_view> tokens = python_split(text);
    trie.add(tokens);
    reference_lengths.push_back(static_cast<int64_t>(tokens.size()));
  }
  const std::string hypothesis_text = preprocess(hypothesis, settings);
  const std::vector<std::string_view> tokens = python_split(hypothesis_text);

  BleuCounts counts;
  counts.hypothesis_length = static_cast<int64_t>(tokens.size());
  counts.reference_length = closest_length(reference_lengths, counts.hypothesis_length);
  counts.total = count_ngrams(counts.hypothesis_length);
  counts.correct = trie.count_matches(tokens);
  return counts;
}

BleuScore compute_bleu(const BleuCounts& counts) {
  BleuScore result;
  result.counts = counts;
  result.brevity_penalty = brevity_penalty(counts);
  const bool has_match = std::any_of(counts.correct.begin(), counts.correct.end(),
                                     [](int64_t correct) { return correct > 0; });
  if (has_match) {
    result.precisions = smoothed_precisions(counts);
    result.score = result.brevity_penalty * geometric_mean(result.precisions);
  }
  return result;
}

BleuScore corpus_bleu(const std::vector<std::string>& hypotheses,
                      const std::vector<std::vector<std::string>>& references,
                      const BleuSettings& settings) {
  check_lengths(hypotheses, references);
  BleuCounts counts;
  std::vector<std::string> segment_references(references.size());
  for (size_t i = 0; i < hypotheses.size(); ++i) {
    for (size_t r = 0; r < references.size(); ++r) {
      segment_references[r] = references[r][i];
    }
    counts += count_bleu(hypotheses[i], segment_references, settings);
  }
  return compute_bleu(counts);
}

}  // namespace dragoman
