#pragma once

#include <algorithm>
#include <vector>

#include "search/hypothesis.h"
#include "search/search_settings.h"

namespace dragoman {

/// Divisor of the log-probability of a hypothesis of `length` tokens (end of sentence counted): 1;
/// length^alpha; or ((5 + length) / 6)^alpha (Wu et al. 2016, equation 14).
double length_penalty(LengthPenalty kind, double alpha, int64_t length);

/// Sum over source tokens of log(min(total attention to the token, 1)), each total at least 1e-9
/// (Wu et al. 2016, equation 14). 0 if every source token got a total of 1 or more, else negative.
double coverage(const Hypothesis& hypothesis);

/// Score of a finished hypothesis: `sum`, the sum of its tokens' scores, divided by the length
/// penalty, plus the weighted coverage penalty.
double hypothesis_score(const Hypothesis& hypothesis, double sum, const SearchSettings& settings);

/// Upper bound of the score of a hypothesis of up to `max_length` tokens whose tokens so far add up
/// to `sum`.
double score_bound(double sum, int64_t max_length, const SearchSettings& settings);

/// Sorts by score, the best first. Equal scores keep their order.
template <class Scored>
void sort_best_first(std::vector<Scored>& items) {
  std::stable_sort(items.begin(), items.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
}

}  // namespace dragoman
