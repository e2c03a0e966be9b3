#include "engine/output_layer.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

#include "catch.h"
#include "kernels/aligned_vector.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

// More rows than are computed at once, and no multiple of a panel's columns.
constexpr int64_t kTestedRows = 205, kInputsOfRow = 64, kOutputs = 333;

/// A small number that depends on two others; there are few different ones, so logits are often
/// equal.
float some_number(int64_t a, int64_t b) { return static_cast<float>((a * 7 + b * 13) % 5 - 2) / 8; }

/// The layer, rows of inputs for it, and what it needs to compute them.
class TestedLayer {
 public:
  TestedLayer() : memory_(kTestedRows * kInputsOfRow) {
    std::vector<float> weights(kOutputs * kInputsOfRow);
    for (int64_t token = 0; token < kOutputs; ++token)
      for (int64_t i = 0; i < kInputsOfRow; ++i)
        weights[token * kInputsOfRow + i] = some_number(token % 90, i);
    layer_ = PackedLinear(kernels_, NumberFormat::kFp32, weights.data(), nullptr, kOutputs,
                          kInputsOfRow, -std::numeric_limits<float>::infinity());
    for (int64_t row = 0; row < kTestedRows; ++row)
      for (int64_t i = 0; i < kInputsOfRow; ++i)
        memory_[row * kInputsOfRow + i] = some_number(i, row % 17);
    inputs_.convert(kernels_, NumberFormat::kFp32, {memory_.data(), kTestedRows, kInputsOfRow},
                    kInputsOfRow);
  }

  /// The step of rows `first` to first + count - 1, by a new output layer.
  NextTokens run(int64_t first, int64_t count, const StepRequest& request) const {
    NextTokens next;
    next.num_best = request.num_best;
    next.vocabulary = kOutputs;
    next.tokens.resize(kTestedRows * next.num_best);
    next.log_probabilities.resize(kTestedRows * next.num_best);
    if (request.log_probabilities) next.all_log_probabilities.resize(kTestedRows * kOutputs);
    OutputLayer(layer_, kOutputs, kernels_).run({inputs_, first, count}, request, next);
    return next;
  }

 private:
  const Kernels& kernels_ = chosen_kernels();
  AlignedVector<float> memory_;
  PackedLinear layer_;
  ConvertedRows inputs_;
};

}  // namespace

TEST_CASE("the best tokens are those of all log-probabilities, the lower ones first if equal") {
  const TestedLayer layer;
  // The second list has all tokens of the last block of columns.
  const auto excluded = GENERATE(
      std::vector<int32_t>{0, 90, 332},
      std::vector<int32_t>{320, 321, 322, 323, 324, 325, 326, 327, 328, 329, 330, 331, 332});
  // Few are kept in order, many are not; the last number is all tokens that are allowed.
  const int64_t num_best = GENERATE(9, 64, 65, 320);
  const StepRequest request{.num_best = num_best, .excluded = excluded, .log_probabilities = true};
  const NextTokens next = layer.run(0, kTestedRows, request);
  int64_t equal = 0;
  for (int64_t row = 0; row < kTestedRows; ++row) {
    const auto all = next.distribution(static_cast<size_t>(row));
    std::vector<int32_t> tokens(kOutputs);
    std::iota(tokens.begin(), tokens.end(), 0);
    std::erase_if(tokens, [&](int32_t token) {
      return std::find(excluded.begin(), excluded.end(), token) != excluded.end();
    });
    std::stable_sort(tokens.begin(), tokens.end(),
                     [&](int32_t a, int32_t b) { return all[a] > all[b]; });
    for (int64_t i = 0; i < num_best; ++i) {
      REQUIRE(next.tokens[row * num_best + i] == tokens[i]);
      REQUIRE(next.log_probabilities[row * num_best + i] == all[tokens[i]]);
      if (i > 0) equal += all[tokens[i]] == all[tokens[i - 1]];
    }
  }
  CHECK(equal > kTestedRows);
}

TEST_CASE(
    "without normalisation the best tokens are the same, and a row's values off by a number") {
  const TestedLayer layer;
  const std::vector<int32_t> excluded{0, 90, 332};
  StepRequest request{.num_best = GENERATE(1, 9), .excluded = excluded};
  const NextTokens usual = layer.run(0, kTestedRows, request);
  request.normalized = false;
  const NextTokens others = layer.run(0, kTestedRows, request);
  CHECK(others.tokens == usual.tokens);
  const auto above = [&](int64_t at) {
    return others.log_probabilities[at] - usual.log_probabilities[at];
  };
  for (int64_t at = 0; at < kTestedRows * request.num_best; ++at)
    CHECK(above(at) == Approx(above(at / request.num_best * request.num_best)).margin(1e-5));
}

TEST_CASE("the best tokens depend neither on threads, nor on other rows, nor on kept logits") {
  const TestedLayer layer;
  const int64_t num_best = GENERATE(9, 100);
  const auto best = [&](int threads, int64_t first, int64_t count, bool all) {
    const ThreadCount limit(threads);
    return layer.run(first, count, {.num_best = num_best, .log_probabilities = all});
  };
  const NextTokens expected = best(1, 0, kTestedRows, true);
  for (const int threads : {1, 4}) {
    for (const int64_t first : {0, 1, 150}) {
      const NextTokens found = best(threads, first, kTestedRows - first, false);
      for (int64_t i = first * num_best; i < kTestedRows * num_best; ++i) {
        REQUIRE(found.tokens[i] == expected.tokens[i]);
        REQUIRE(found.log_probabilities[i] == expected.log_probabilities[i]);
      }
    }
  }
}

}  // namespace dragoman
