#include <algorithm>
#include <numeric>

#include "catch.h"
#include "decoding_rows.h"
#include "kernels/kernels.h"

namespace dragoman {
namespace {

/// The weights of a head's positions in double precision.
std::vector<double> weights_of(const DecodingRows& rows, int64_t head, int64_t width) {
  std::vector<double> weights;
  for (const float* key : rows.keys) {
    double score = 0;
    for (int64_t i = head * width; i < (head + 1) * width; ++i)
      score += static_cast<double>(rows.queries[i]) * key[i];
    weights.push_back(std::exp(score));
  }
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= total;
  return weights;
}

}  // namespace

TEST_CASE("attention of decoding is the softmax of its scores over the values") {
  const auto [heads, width] = GENERATE(std::pair{1, 16}, std::pair{9, 16}, std::pair{2, 32},
                                       std::pair{5, 32}, std::pair{3, 64}, std::pair{2, 112});
  const int64_t length = GENERATE(1, 2, 3, 4, 5, 15, 16, 17, 33, 200);
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const DecodingRows row({format, heads, width, length});
  std::vector<double> out(heads * width), mean(length);
  for (int64_t head = 0; head < heads; ++head) {
    const std::vector<double> weights = weights_of(row, head, width);
    for (int64_t t = 0; t < length; ++t) {
      mean[t] += weights[t] / heads;
      for (int64_t i = head * width; i < (head + 1) * width; ++i)
        out[i] += weights[t] * row.keys[t][heads * width + i];
    }
  }
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << heads << " x " << width << ", " << length << " positions");
    DecodingRows::Output output = row.attend(kernels->decoding);
    output.out.resize(heads * width);
    CHECK(largest_error(output.out, out) < 3e-6);
    CHECK(largest_error(output.mean_weights, mean) < 2e-6);
  }
}

TEST_CASE("mean weights are those of the first heads") {
  const int64_t length = 20, mean_heads = GENERATE(1, 2, 4);
  const DecodingRows row({NumberFormat::kFp32, 5, 16, length, 1, mean_heads});
  std::vector<double> mean(length);
  for (int64_t head = 0; head < mean_heads; ++head) {
    const std::vector<double> weights = weights_of(row, head, 16);
    for (int64_t t = 0; t < length; ++t) mean[t] += weights[t] / static_cast<double>(mean_heads);
  }
  for (const Kernels* kernels : available_kernels())
    CHECK(largest_error(row.attend(kernels->decoding).mean_weights, mean) < 2e-6);
}

TEST_CASE("rows that attend together get the bits that they get alone") {
  const auto [heads, width] = GENERATE(std::pair{4, 16}, std::pair{3, 32}, std::pair{4, 32},
                                       std::pair{2, 64}, std::pair{1, 144});
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t count = GENERATE(2, 3, 4, 5, 8), length = GENERATE(1, 6, 16, 35);
  const DecodingRows::Shape shape{format, heads, width, length, count};
  const DecodingRows rows(shape);
  const int64_t stride = DecodingRows::stride(shape);
  for (const Kernels* kernels : available_kernels()) {
    INFO(kernels->name << ", " << count << " rows, " << heads << " x " << width);
    const DecodingRows::Output all = rows.attend(kernels->decoding);
    for (int64_t row = 0; row < count; ++row) {
      const DecodingRows::Output alone = rows.attend(kernels->decoding, row, 1);
      CHECK(std::equal(alone.out.begin(), alone.out.end(), all.out.begin() + row * stride));
      CHECK(std::equal(alone.mean_weights.begin(), alone.mean_weights.end(),
                       all.mean_weights.begin() + row * length));
    }
  }
}

TEST_CASE("attention of decoding does without mean weights") {
  const std::vector<float> query = random_numbers(16, 1), key = random_numbers(32, 2);
  const void* const keys[] = {key.data()};
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> scores(attention_scores(1, 1)), out(16);
    kernels->decoding.attend[0]({query.data(), keys, 1, 1, 16, scores.data(), out.data()});
    CHECK(out == std::vector<float>(key.begin() + 16, key.end()));
  }
}

}  // namespace dragoman
