#pragma once

#include <algorithm>
#include <vector>

#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// What a hypothesis of `length` tokens (end of sentence counted) has its log-probability divided
/// by: 1; length^alpha; or ((5 + length) / 6)^alpha (Wu et al. 2016, equation 14).
double length_penalty(LengthPenalty kind, double alpha, int64_t length);

/// Sum over source tokens of log(min(all attention to it, 1)), at least 1e-9 each (Wu et al. 2016,
/// equation 14): 0 if each has been looked at, the lower the more have not.
double coverage(const Hypothesis& hypothesis);

/// What a finished hypothesis is ranked by: `sum`, of the scores of its tokens, over the length
/// penalty, and the coverage penalty.
double hypothesis_score(const Hypothesis& hypothesis, double sum, const SearchSettings& settings);

/// No hypothesis of up to `max_length` tokens whose tokens so far add up to `sum` can get a better
/// score than this.
double best_score(double sum, int64_t max_length, const SearchSettings& settings);

/// Puts the best scores first; equal ones keep their order.
template <class Scored>
void sort_best_first(std::vector<Scored>& items) {
  std::stable_sort(items.begin(), items.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
}

}  // namespace dragoman
