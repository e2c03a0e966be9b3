#include <algorithm>
#include <cmath>
#include <limits>

#include "catch.h"
#include "heads.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

/// The largest relative error of `numbers`.
double relative_error(const std::vector<float>& numbers, const std::vector<double>& truth) {
  std::vector<float> ratios;
  for (size_t i = 0; i < numbers.size(); ++i)
    ratios.push_back(static_cast<float>(numbers[i] / truth[i] - 1));
  return largest_error(ratios, std::vector<double>(truth.size()));
}

}  // namespace

TEST_CASE("summaries of logits give the logarithm of their sum of powers") {
  const int64_t rows = GENERATE(1, 16, 18), blocks = GENERATE(1, 5),
                stride = round_up(rows, kLaneCount);
  const float spread = GENERATE(0.1F, 1.0F, 40.0F, 1000.0F);
  auto logits = random_numbers(blocks * rows * kPanelColumns, 1, spread);
  logits[3] = kNever;
  // The last block has no logit but -infinity, as a panel whose tokens are all excluded.
  if (blocks > 1) std::fill(logits.end() - rows * kPanelColumns, logits.end(), kNever);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> largest(blocks * stride), sums(blocks * stride), totals(stride);
    const LogitSummary summary{largest.data(), sums.data(), stride};
    for (int64_t block = 0; block < blocks; ++block)
      kernels->decoding.summarize(logits.data() + block * rows * kPanelColumns, rows, summary,
                                  block);
    kernels->decoding.log_sums(summary, blocks, totals.data());
    std::vector<float> largest_alone(blocks * stride);
    for (int64_t block = 0; block < blocks; ++block)
      kernels->decoding.summarize(logits.data() + block * rows * kPanelColumns, rows,
                                  {largest_alone.data(), nullptr, stride}, block);
    CHECK(largest_alone == largest);
    for (int64_t row = 0; row < rows; ++row) {
      double most = -INFINITY, total = 0;
      for (int64_t block = 0; block < blocks; ++block) {
        const float* from = logits.data() + (block * rows + row) * kPanelColumns;
        CHECK(largest[block * stride + row] == *std::max_element(from, from + kPanelColumns));
        most = std::max<double>(most, largest[block * stride + row]);
      }
      for (int64_t block = 0; block < blocks; ++block) {
        const float* from = logits.data() + (block * rows + row) * kPanelColumns;
        for (int64_t i = 0; i < kPanelColumns; ++i) total += std::exp(from[i] - most);
      }
      CHECK(totals[row] == Approx(most + std::log(total)).epsilon(4e-7).margin(4e-7));
    }
  }
}

TEST_CASE("the sum of powers of -infinity alone has a finite logarithm") {
  const int64_t rows = GENERATE(1, 5), stride = round_up(rows, kLaneCount);
  const std::vector<float> logits(rows * kPanelColumns, kNever);
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> largest(stride), sums(stride), totals(stride);
    const LogitSummary summary{largest.data(), sums.data(), stride};
    kernels->decoding.summarize(logits.data(), rows, summary, 0);
    kernels->decoding.log_sums(summary, 1, totals.data());
    for (int64_t row = 0; row < rows; ++row) {
      CHECK(largest[row] == kNever);
      CHECK(std::isfinite(totals[row]));  // so that all log-probabilities are -infinity
    }
  }
}

TEST_CASE("columns of a block of logits are found by their values") {
  auto logits = random_numbers(kPanelColumns, 1, 3);
  logits[5] = logits[9] = 0.5F;
  logits[17] = std::numeric_limits<float>::quiet_NaN();
  logits[63] = -std::numeric_limits<float>::infinity();
  const float least = GENERATE(-std::numeric_limits<float>::infinity(), -1.0F, 0.5F, 100.0F,
                               std::numeric_limits<float>::quiet_NaN());
  uint64_t expected = 0;
  for (int i = 0; i < kPanelColumns; ++i) expected |= uint64_t{logits[i] >= least} << i;
  for (const Kernels* kernels : available_kernels())
    CHECK(kernels->decoding.columns_from(logits.data(), least) == expected);
}

TEST_CASE("logarithms are right to some units in the last place") {
  std::vector<float> x;
  for (double number = 1.2e-38; number < 3.4e38; number *= 1.0137)
    x.push_back(static_cast<float>(number));
  for (int i = 1; i < 2000; ++i) x.push_back(1 + static_cast<float>(i - 1000) * 0x1p-12F);
  x.erase(std::remove(x.begin(), x.end(), 1.0F), x.end());
  x.resize(round_up(static_cast<int64_t>(x.size()), kLaneCount), 2);
  std::vector<double> truth;
  for (const double number : x) truth.push_back(std::log(number));
  std::vector<float> zeros(x.size()), logarithms(x.size());
  const LogitSummary summary{zeros.data(), x.data(), static_cast<int64_t>(x.size())};
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    kernels->decoding.log_sums(summary, 1, logarithms.data());
    CHECK(relative_error(logarithms, truth) < 4e-7);
  }
}

TEST_CASE("powers are right to some units in the last place, and zero below e^-80") {
  // Each query's scores are 0 and x, and its output the two weights, whose ratio is e^x.
  const int64_t count = 8000, width = 16;
  std::vector<float> queries(count * width), keys(2 * width), values(2 * width), out(count * width);
  std::vector<double> truth;
  for (int64_t t = 0; t < count; ++t) {
    queries[t * width] = -4.0F * static_cast<float>(t) * 0.01F;  // divided by sqrt(width)
    truth.push_back(std::exp(queries[t * width] / 4.0));
  }
  keys[width] = values[0] = values[width + 1] = 1;
  const AttentionHead head{queries.data(), keys.data(), values.data(), width,   width,
                           count,          2,           width,         nullptr, false};
  std::vector<float> room(attention_room(count, 2, width));
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    kernels->training.attend(head, out.data(), width, room.data());
    std::vector<float> ratios;
    for (int64_t t = 0; t < count; ++t) ratios.push_back(out[t * width + 1] / out[t * width]);
    CHECK(relative_error(ratios, truth) < 5e-7);
    for (float& query : queries) query *= 2;
    kernels->training.attend(head, out.data(), width, room.data());
    for (int64_t t = count / 2 + 1; t < count; ++t) CHECK(out[t * width + 1] == 0);
    for (float& query : queries) query /= 2;
  }
}

TEST_CASE("probabilities are added by their logarithms") {
  const int64_t count = GENERATE(1, 16, 35);
  const float spread = GENERATE(1.0F, 60.0F), offset = -0.75F;
  auto x = random_numbers(count, 1, spread), before = random_numbers(count, 2, spread);
  x[0] = kNever;
  if (count > 2) before[1] = before[2] = x[2] = kNever;
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name);
    std::vector<float> sums = before;
    kernels->decoding.log_add_exp(x.data(), offset, count, sums.data());
    CHECK(sums[0] == before[0]);
    for (int64_t i = 0; i < count; ++i) {
      const double a = before[i], b = static_cast<double>(x[i]) + offset;
      const double most = std::max(a, b);
      if (most == kNever)
        CHECK(sums[i] == kNever);
      else
        CHECK(sums[i] == Approx(most + std::log1p(std::exp(-std::abs(a - b)))).margin(1e-6));
    }
  }
}

}  // namespace dragoman
