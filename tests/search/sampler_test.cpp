#include "search/sampler.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>
#include <vector>

#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

std::vector<float> random_distribution(size_t size, double spread, uint64_t key) {
  RandomSequence random(key);
  std::vector<double> logits(size);
  double sum = 0;
  for (double& logit : logits) sum += std::exp(logit = spread * random.uniform());
  std::vector<float> log_probabilities;
  for (const double logit : logits) {
    log_probabilities.push_back(static_cast<float>(logit - std::log(sum)));
  }
  return log_probabilities;
}

struct Ranked {
  std::vector<size_t> tokens;         // that may be drawn, the most probable first
  std::vector<double> probabilities;  // of those
};

/// Keeps the tokens up to the first one that `keeps` refuses, and normalises again. It gets a
/// token's rank, its probability, and the sum of those before it.
template <class Keeps>
void cut(Ranked& left, const Keeps& keeps) {
  size_t count = 1;
  double sum = left.probabilities.front();
  for (; count < left.tokens.size() && keeps(count, left.probabilities[count], sum); ++count)
    sum += left.probabilities[count];
  left.tokens.resize(count);
  left.probabilities.resize(count);
  for (double& probability : left.probabilities) probability /= sum;
}

/// What the filter leaves, by sorting everything and cutting one after the other.
Ranked filtered(const std::vector<float>& log_probabilities, const SamplingFilter& filter) {
  std::vector<double> p;
  for (const float l : log_probabilities) p.push_back(std::exp(l / filter.temperature));
  const double total = std::accumulate(p.begin(), p.end(), 0.0);
  for (double& probability : p) probability /= total;
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return p[a] > p[b]; });

  Ranked left{order, {}};
  for (const size_t token : order) left.probabilities.push_back(p[token]);
  cut(left, [&](size_t rank, double, double) {
    return filter.top_k == 0 || rank < static_cast<size_t>(filter.top_k);
  });
  cut(left,
      [&](size_t, double, double before) { return filter.top_p >= 1 || before < filter.top_p; });
  cut(left, [&](size_t, double probability, double) { return probability >= filter.epsilon; });
  return left;
}

}  // namespace

TEST_CASE("tokens are drawn as often as the filtered distribution says") {
  const std::vector<SamplingFilter> filters = {
      {},
      {.temperature = 0.5},
      {.temperature = 2},
      {.top_k = 5},
      {.top_p = 0.7},
      {.epsilon = 0.03},
      {.temperature = 1.5, .top_k = 12, .top_p = 0.8, .epsilon = 0.01}};
  const std::vector<float> log_probabilities = random_distribution(40, 4, 1);
  constexpr int kDraws = 20000;
  for (const SamplingFilter& filter : filters) {
    const Ranked exact = filtered(log_probabilities, filter);
    std::vector<int> counts(log_probabilities.size());
    for (int i = 0; i < kDraws; ++i) {
      ++counts[draw_token(log_probabilities, filter, sampling_uniform(7, i))];
    }
    double chi_square = 0;
    int num_drawn = 0;
    for (size_t rank = 0; rank < exact.tokens.size(); ++rank) {
      const double expected = kDraws * exact.probabilities[rank];
      num_drawn += counts[exact.tokens[rank]];
      chi_square += std::pow(counts[exact.tokens[rank]] - expected, 2) / expected;
    }
    CHECK(num_drawn == kDraws);
    const auto freedom = static_cast<double>(exact.tokens.size() - 1);
    CHECK(chi_square < freedom + 4 * std::sqrt(2 * freedom));
  }
}

TEST_CASE("a draw picks from tokens set out side by side, the most probable first") {
  const std::vector<float> log_probabilities = {std::log(0.2f), std::log(0.5f), kNever,
                                                std::log(0.3f)};
  const auto draw = [&](double uniform) { return draw_token(log_probabilities, {}, uniform); };
  CHECK(draw(0) == 1);
  CHECK(draw(0.499) == 1);
  CHECK(draw(0.501) == 3);
  CHECK(draw(0.799) == 3);
  CHECK(draw(0.801) == 0);
  CHECK(draw(std::nextafter(1.0, 0.0)) == 0);
}

TEST_CASE("the inverse distribution function is exact over a large vocabulary") {
  const std::vector<float> log_probabilities = random_distribution(5000, 12, 5);
  for (const SamplingFilter& filter :
       {SamplingFilter{}, SamplingFilter{.top_k = 100}, SamplingFilter{.top_p = 0.9}}) {
    const Ranked exact = filtered(log_probabilities, filter);
    for (size_t rank = 0; rank < exact.tokens.size(); rank += 1 + rank / 8) {
      const double before =
          std::accumulate(exact.probabilities.begin(), exact.probabilities.begin() + rank, 0.0);
      const double middle = before + exact.probabilities[rank] / 2;
      CHECK(draw_token(log_probabilities, filter, middle) ==
            static_cast<int32_t>(exact.tokens[rank]));
    }
  }
}

TEST_CASE("the greatest number draws an improbable token, however sums are rounded") {
  for (uint64_t key = 0; key < 40; ++key) {
    const std::vector<float> log_probabilities = random_distribution(3000, 60, key);
    CHECK(log_probabilities[draw_token(log_probabilities, {}, std::nextafter(1.0, 0.0))] < -20);
  }
}

TEST_CASE("each cut looks at the probabilities that the one before it leaves") {
  std::vector<float> log_probabilities;
  for (const float p : {0.4f, 0.3f, 0.2f, 0.1f}) log_probabilities.push_back(std::log(p));
  const auto last = [&](const SamplingFilter& filter) {
    return draw_token(log_probabilities, filter, std::nextafter(1.0, 0.0));
  };
  // Two tokens of 4/7 and 3/7, three of 4/9, 3/9 and 2/9.
  CHECK(last({.top_p = 0.55}) == 1);
  CHECK(last({.top_k = 2, .top_p = 0.55}) == 0);
  CHECK(last({.top_k = 3, .top_p = 0.75}) == 1);
  CHECK(last({.epsilon = 0.21}) == 1);
  CHECK(last({.top_k = 3, .epsilon = 0.21}) == 2);
  CHECK(last({.top_p = 0.85, .epsilon = 0.21}) == 2);
}

TEST_CASE("equal tokens stand in the order of their ids") {
  const std::vector<float> log_probabilities(4, std::log(0.25f));
  for (int32_t token = 0; token < 4; ++token) {
    CHECK(draw_token(log_probabilities, {}, (token + 0.5) / 4) == token);
  }
  CHECK(draw_token(log_probabilities, {.top_k = 2}, 0.99) == 1);
  CHECK(draw_token(log_probabilities, {.top_p = 0.5}, 0.99) == 1);
}

TEST_CASE("filters leave the most probable token in any case") {
  const std::vector<float> log_probabilities = {std::log(0.4f), std::log(0.35f), std::log(0.25f)};
  CHECK(draw_token(log_probabilities, {.epsilon = 0.9}, 0.99) == 0);
  CHECK(draw_token(log_probabilities, {.top_p = 0.001}, 0.99) == 0);
  CHECK(draw_token(log_probabilities, {.top_k = 1}, 0.99) == 0);
  CHECK(draw_token(log_probabilities, {.temperature = 0.001}, 0.99) == 0);
  CHECK(draw_token(log_probabilities, {.top_k = 50}, 0.99) == 2);
}

TEST_CASE("tokens of no probability are never drawn, and without any other there is an error") {
  const std::vector<float> one = {kNever, -80.0f, kNever};
  for (const double uniform : {0.0, 0.5, std::nextafter(1.0, 0.0)}) {
    CHECK(draw_token(one, {.top_k = 3}, uniform) == 1);
  }
  CHECK_THROWS_AS(draw_token(std::vector<float>{kNever, kNever}, {}, 0.5), std::invalid_argument);
  CHECK_THROWS_AS(draw_token({}, {}, 0.5), std::invalid_argument);
}

TEST_CASE("every key and position has its own draw") {
  std::set<double> draws;
  for (uint64_t key = 0; key < 10; ++key) {
    for (int64_t position = 0; position < 10; ++position) {
      draws.insert(sampling_uniform(key, position));
    }
  }
  CHECK(draws.size() == 100);
  CHECK(*draws.begin() >= 0);
  CHECK(*draws.rbegin() < 1);
  CHECK(sampling_uniform(5, 2) == sampling_uniform(5, 2));
}

}  // namespace dragoman
