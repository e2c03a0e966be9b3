#include "engine/kernels.h"

#include <cmath>
#include <cstring>
#include <limits>
#include <numeric>

#include "catch.h"
#include "engine/packed_linear.h"
#include "io/random.h"

namespace dragoman {
namespace {

/// Numbers from -1 to 1.
AlignedVector<float> random_numbers(int64_t count, uint64_t seed) {
  RandomSequence random(seed);
  AlignedVector<float> numbers;
  for (int64_t i = 0; i < count; ++i)
    numbers.push_back(static_cast<float>(random.next() >> 40U) / 8388608.0F - 1.0F);
  return numbers;
}

float bf16(float x) {
  uint16_t bits = 0;
  available_kernels().front()->round_row(&x, 1, &bits);
  const uint32_t word = static_cast<uint32_t>(bits) << 16U;
  float rounded = 0;
  std::memcpy(&rounded, &word, sizeof(word));
  return rounded;
}

/// A linear layer in double precision, on inputs and weights as the format rounds them.
struct PlainLinear {
  int64_t outputs, inputs;
  AlignedVector<float> weight, bias;

  double output(const float* x, int64_t column, NumberFormat format) const {
    const float* w = weight.data() + column * inputs;
    const auto step = [&](const float* numbers) {
      float largest = 0;
      for (int64_t k = 0; k < inputs; ++k) largest = std::max(largest, std::abs(numbers[k]));
      return largest / 127;
    };
    double sum = 0;
    const float x_step = step(x), w_step = step(w);
    for (int64_t k = 0; k < inputs; ++k) {
      if (format == NumberFormat::kFp32) sum += static_cast<double>(x[k]) * w[k];
      if (format == NumberFormat::kBf16) sum += static_cast<double>(bf16(x[k])) * bf16(w[k]);
      if (format == NumberFormat::kInt8)
        sum += std::nearbyint(x[k] / x_step) * std::nearbyint(w[k] / w_step) * x_step * w_step;
    }
    return sum + bias[column];
  }
};

/// outputs [rows, columns rounded up to panels] of a layer.
AlignedVector<float> run(const Kernels& kernels, NumberFormat format, const PlainLinear& plain,
                         const AlignedVector<float>& x, int64_t rows,
                         Epilogue epilogue = Epilogue::kNone, const float* residual = nullptr) {
  const PackedLinear packed(format, plain.weight.data(), plain.bias.data(), plain.outputs,
                            plain.inputs);
  AlignedVector<float> padded(rows * round_up(plain.inputs, kPanelColumns));
  const Rows inputs{padded.data(), rows, round_up(plain.inputs, kPanelColumns)};
  for (int64_t row = 0; row < rows; ++row)
    std::copy_n(x.data() + row * plain.inputs, plain.inputs, inputs[row]);
  ConvertedRows converted;
  converted.convert(kernels, format, inputs, plain.inputs);
  AlignedVector<float> out(rows * packed.width());
  Product product = packed.product(converted);
  product.epilogue = epilogue;
  product.residual = residual;
  product.out = out.data();
  product.out_stride = packed.width();
  multiply(kernels, format, product, packed.panels());
  return out;
}

PlainLinear make_plain(int64_t outputs, int64_t inputs) {
  return {outputs, inputs, random_numbers(outputs * inputs, 1), random_numbers(outputs, 2)};
}

}  // namespace

TEST_CASE("products are those of double precision in every format, by every set of kernels") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const auto [outputs, inputs] =
      GENERATE(std::pair{1, 1}, std::pair{70, 37}, std::pair{64, 128}, std::pair{130, 515});
  const PlainLinear plain = make_plain(outputs, inputs);
  const int64_t rows = 9, width = round_up(outputs, kPanelColumns);
  const auto x = random_numbers(rows * inputs, 3);
  for (const Kernels* kernels : available_kernels()) {
    const auto out = run(*kernels, format, plain, x, rows);
    double largest_error = 0, beyond = 0;
    for (int64_t row = 0; row < rows; ++row) {
      for (int64_t column = 0; column < width; ++column) {
        const double value = out[row * width + column];
        if (column >= outputs) {
          beyond = std::max(beyond, std::abs(value));
          continue;
        }
        const double expected = plain.output(x.data() + row * inputs, column, format);
        largest_error = std::max(largest_error, std::abs(value - expected));
      }
    }
    INFO(kernels->name << ", " << outputs << " x " << inputs);
    CHECK(beyond == 0);
    // A rounding that falls the other way moves a product of int8 by one part in 127.
    CHECK(largest_error < (format == NumberFormat::kInt8 ? 0.01 * std::sqrt(inputs) : 1e-4));
  }
}

TEST_CASE("a row's products are the same to the bit, whatever rows stand beside it") {
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const PlainLinear plain = make_plain(130, 200);
  const auto x = random_numbers(20 * 200, 4);
  const auto residual = random_numbers(20 * round_up(130, kPanelColumns), 5);
  for (const Kernels* kernels : available_kernels()) {
    const auto all = run(*kernels, format, plain, x, 20, Epilogue::kNone, residual.data());
    for (int64_t rows = 1; rows < 20; ++rows) {
      const auto some = run(*kernels, format, plain, x, rows, Epilogue::kNone, residual.data());
      CHECK(std::memcmp(some.data(), all.data(), some.size() * sizeof(float)) == 0);
    }
  }
}

TEST_CASE("epilogues are the activations, and the residual is added") {
  const PlainLinear plain = make_plain(64, 32);
  const auto x = random_numbers(3 * 32, 6);
  const auto residual = random_numbers(3 * 64, 7);
  for (const Kernels* kernels : available_kernels()) {
    const auto none = run(*kernels, NumberFormat::kFp32, plain, x, 3);
    const auto relu = run(*kernels, NumberFormat::kFp32, plain, x, 3, Epilogue::kRelu);
    const auto gelu = run(*kernels, NumberFormat::kFp32, plain, x, 3, Epilogue::kGelu);
    const auto silu = run(*kernels, NumberFormat::kFp32, plain, x, 3, Epilogue::kSilu);
    const auto sum =
        run(*kernels, NumberFormat::kFp32, plain, x, 3, Epilogue::kNone, residual.data());
    for (size_t i = 0; i < none.size(); ++i) {
      const double y = none[i];
      CHECK(relu[i] == std::max(none[i], 0.0F));
      CHECK(gelu[i] == Approx(0.5 * y * std::erfc(-y / std::sqrt(2.0))).margin(1e-6));
      CHECK(silu[i] == Approx(y / (1 + std::exp(-y))).margin(1e-6));
      CHECK(sum[i] == none[i] + residual[i]);
    }
  }
}

TEST_CASE("attention is the softmax of its scores over the values") {
  const auto [heads, width, length] = GENERATE(std::tuple{1, 16, 1}, std::tuple{2, 32, 5},
                                               std::tuple{3, 64, 33}, std::tuple{2, 112, 200});
  const auto format = GENERATE(NumberFormat::kFp32, NumberFormat::kBf16, NumberFormat::kInt8);
  const int64_t all = heads * width;
  const auto query = random_numbers(all, 8);
  const bool is_fp32 = format == NumberFormat::kFp32;
  auto numbers = random_numbers(length * 2 * all, 9);
  std::vector<uint16_t> rounded(numbers.size());
  available_kernels().front()->round_row(numbers.data(), length * 2 * all, rounded.data());
  if (!is_fp32) std::transform(numbers.begin(), numbers.end(), numbers.begin(), bf16);
  std::vector<const float*> keys;
  std::vector<const void*> held;
  for (int64_t t = 0; t < length; ++t) {
    keys.push_back(numbers.data() + t * 2 * all);
    held.push_back(is_fp32 ? static_cast<const void*>(keys.back()) : &rounded[t * 2 * all]);
  }
  for (const Kernels* kernels : available_kernels()) {
    std::vector<float> scores(heads * length), weights(length);
    AlignedVector<float> out(all);
    kernels->attend[static_cast<size_t>(format)]({.query = query.data(),
                                                  .keys = held.data(),
                                                  .length = length,
                                                  .heads = heads,
                                                  .head_width = width,
                                                  .scores = scores.data(),
                                                  .out = out.data(),
                                                  .mean_weights = weights.data()});
    std::vector<double> mean(length);
    for (int64_t head = 0; head < heads; ++head) {
      std::vector<double> powers;
      for (const float* key : keys) {
        double score = 0;
        for (int64_t i = head * width; i < (head + 1) * width; ++i) score += query[i] * key[i];
        powers.push_back(std::exp(score));
      }
      const double total = std::accumulate(powers.begin(), powers.end(), 0.0);
      for (int64_t i = head * width; i < (head + 1) * width; ++i) {
        double sum = 0;
        for (int64_t t = 0; t < length; ++t) sum += powers[t] / total * keys[t][all + i];
        CHECK(out[i] == Approx(sum).margin(1e-5));
      }
      for (int64_t t = 0; t < length; ++t) mean[t] += powers[t] / total / heads;
    }
    for (int64_t t = 0; t < length; ++t) CHECK(weights[t] == Approx(mean[t]).margin(1e-6));
  }
}

TEST_CASE("rows are normalised, also where all numbers are alike") {
  const int64_t width = 70;
  auto x = random_numbers(width, 10);
  const auto scale = random_numbers(width, 11), shift = random_numbers(width, 12);
  for (const Kernels* kernels : available_kernels()) {
    double mean = 0, variance = 0;
    for (const float value : x) mean += value / width;
    for (const float value : x) variance += (value - mean) * (value - mean) / width;
    std::vector<float> out(width);
    kernels->normalize(x.data(), width, scale.data(), shift.data(), out.data());
    for (int64_t i = 0; i < width; ++i) {
      CHECK(out[i] ==
            Approx((x[i] - mean) / std::sqrt(variance + 1e-5) * scale[i] + shift[i]).margin(1e-5));
    }
    const std::vector<float> alike(width, 3.0F);
    kernels->normalize(alike.data(), width, scale.data(), shift.data(), out.data());
    for (int64_t i = 0; i < width; ++i) CHECK(out[i] == Approx(shift[i]).margin(1e-6));
  }
}

TEST_CASE("summaries of logits give the logarithm of their sum of powers") {
  const int64_t rows = 18, blocks = 5, stride = round_up(rows, kVectorFloats);
  auto logits = random_numbers(blocks * rows * kPanelColumns, 13);
  for (float& logit : logits) logit *= 40;
  logits[3] = -std::numeric_limits<float>::infinity();
  for (const Kernels* kernels : available_kernels()) {
    AlignedVector<float> largest(blocks * stride), sums(blocks * stride), totals(stride);
    const LogitSummary summary{largest.data(), sums.data(), stride};
    for (int64_t block = 0; block < blocks; ++block)
      kernels->summarize(logits.data() + block * rows * kPanelColumns, rows, summary, block);
    kernels->log_sums(summary, blocks, totals.data());
    for (int64_t row = 0; row < rows; ++row) {
      double total = 0;
      for (int64_t block = 0; block < blocks; ++block) {
        const float* from = logits.data() + (block * rows + row) * kPanelColumns;
        CHECK(largest[block * stride + row] == *std::max_element(from, from + kPanelColumns));
        for (int64_t i = 0; i < kPanelColumns; ++i) total += std::exp(static_cast<double>(from[i]));
      }
      CHECK(totals[row] == Approx(std::log(total)).epsilon(1e-6));
    }
  }
}

}  // namespace dragoman
