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

/// Returns the logarithm of the sum of exp(row). `room` is scratch space.
float log_sum(std::span<const float> row, std::vector<float>& room) {
  const float most = *std::max_element(row.begin(), row.end());
  if (most == kNever) return 0;
  room.resize(row.size());
  std::transform(row.begin(), row.end(), room.begin(), [&](float x) { return x - most; });
  chosen_kernels().decoding.exponentiate(room.data(), static_cast<int64_t>(room.size()));
  return most + static_cast<float>(std::log(std::accumulate(room.begin(), room.end(), 0.0)));
}

/// Appends the k most probable tokens of a row, best first; of equal ones, the first.
void append_best(std::span<const float> row, std::vector<int32_t>& order, NextTokens& next) {
  order.resize(row.size());
  std::iota(order.begin(), order.end(), 0);
  const auto end = order.begin() + next.k;
  std::partial_sort(order.begin(), end, order.end(), [&](int32_t a, int32_t b) {
    return row[a] != row[b] ? row[a] > row[b] : a < b;
  });
  for (auto token = order.begin(); token != end; ++token) {
    next.tokens.push_back(*token);
    next.log_probabilities.push_back(row[*token]);
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
  next.k = std::min(request.num_best, vocabulary);
  next.tokens.clear();
  next.log_probabilities.clear();
  std::vector<float> room, own(request.excluded.size());
  std::vector<int32_t> order;
  for (size_t at = 0; at < log_probabilities.size(); at += vocabulary) {
    const std::span row = std::span(log_probabilities).subspan(at, vocabulary);
    for (size_t i = 0; i < own.size(); ++i)
      own[i] = std::exchange(row[request.excluded[i]], kNever);
    if (shares == Shares::kOfWhatIsAllowed) {
      const float all = log_sum(row, room);
      for (float& log_probability : row) log_probability -= all;
    }
    if (next.k > 0) append_best(row, order, next);
    for (size_t i = 0; i < own.size(); ++i) row[request.excluded[i]] = own[i];
  }
  if (request.log_probabilities) next.all_log_probabilities = std::move(log_probabilities);
}

}  // namespace dragoman
