#include "translate/whole_distributions.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "kernels/kernels.h"

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

/// Returns the sum of `values`. Adds up kSums of them at a time, always in the same order.
double sum_of(std::span<const float> values) {
  constexpr size_t kSums = 16;
  double sums[kSums] = {};
  const size_t whole = values.size() / kSums * kSums;
  for (size_t first = 0; first < whole; first += kSums) {
    for (size_t i = 0; i < kSums; ++i) sums[i] += values[first + i];
  }
  for (size_t i = whole; i < values.size(); ++i) sums[i - whole] += values[i];
  return std::accumulate(std::begin(sums), std::end(sums), 0.0);
}

/// Returns the logarithm of the sum of exp(row). `room` is scratch space.
float log_sum(std::span<const float> row, std::vector<float>& room) {
  float most = kNever;
#pragma omp simd reduction(max : most)
  for (size_t i = 0; i < row.size(); ++i) most = row[i] > most ? row[i] : most;
  if (most == kNever) return 0;
  room.resize(row.size());
  std::transform(row.begin(), row.end(), room.begin(), [&](float x) { return x - most; });
  chosen_kernels().decoding.exponentiate(room.data(), static_cast<int64_t>(room.size()));
  return most + static_cast<float>(std::log(sum_of(room)));
}

/// Appends the k most probable tokens of a row, best first; of equal ones, the first.
void append_best(std::span<const float> row, NextTokens& next) {
  const auto is_better = [&](int32_t a, int32_t b) {
    return row[a] != row[b] ? row[a] > row[b] : a < b;
  };
  std::vector<int32_t> best(next.num_best);  // a heap whose first token is the worst
  std::iota(best.begin(), best.end(), 0);
  std::make_heap(best.begin(), best.end(), is_better);
  for (auto token = static_cast<int32_t>(next.num_best); token < std::ssize(row); ++token) {
    if (row[token] <= row[best.front()]) continue;
    std::pop_heap(best.begin(), best.end(), is_better);
    best.back() = token;
    std::push_heap(best.begin(), best.end(), is_better);
  }
  std::sort_heap(best.begin(), best.end(), is_better);
  for (const int32_t token : best) {
    next.tokens.push_back(token);
    next.log_probabilities.push_back(row[token]);
  }
}

}  // namespace

StepRequest for_whole_distributions(StepRequest request) {
  request.num_best = 0;
  request.excluded = {};
  request.log_probabilities = true;
  return request;
}

void choose_tokens(std::vector<float> log_probabilities, int64_t vocabulary, Shares shares,
                   const StepRequest& request, NextTokens& next) {
  next.vocabulary = vocabulary;
  next.num_best = std::min(request.num_best, vocabulary);
  next.tokens.clear();
  next.log_probabilities.clear();
  std::vector<float> room, own(request.excluded.size());
  for (size_t at = 0; at < log_probabilities.size(); at += vocabulary) {
    const std::span row = std::span(log_probabilities).subspan(at, vocabulary);
    for (size_t i = 0; i < own.size(); ++i)
      own[i] = std::exchange(row[request.excluded[i]], kNever);
    if (shares == Shares::kOfWhatIsAllowed) {
      const float all = log_sum(row, room);
      for (float& log_probability : row) log_probability -= all;
    }
    if (next.num_best > 0) append_best(row, next);
    for (size_t i = 0; i < own.size(); ++i) row[request.excluded[i]] = own[i];
  }
  if (request.log_probabilities) next.all_log_probabilities = std::move(log_probabilities);
}

}  // namespace dragoman
