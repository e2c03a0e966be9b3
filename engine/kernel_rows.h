#pragma once

#include "engine/kernel_vectors.h"
#include "model/normalize_row.h"

namespace dragoman {
namespace {

void round_row(const float* x, int64_t width, uint16_t* out) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) {
    const auto bits = as<uint32_t>(x[i]);
    out[i] = static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
  }
}

float quantize_row(const float* x, int64_t width, uint8_t* out) {
  float largest = 0;
#pragma omp simd reduction(max : largest)
  for (int64_t i = 0; i < width; ++i) {
    const float size = x[i] < 0 ? -x[i] : x[i];
    largest = size > largest ? size : largest;
  }
  const float to_integers = largest > 0 ? 127.0F / largest : 0.0F;
  constexpr float kToInteger = 0x1.8p23F;  // added, it rounds: the low bits are the integer
#pragma omp simd
  for (int64_t i = 0; i < width; ++i)
    out[i] = static_cast<uint8_t>(as<uint32_t>(x[i] * to_integers + (kToInteger + 128.0F)));
  return largest / 127.0F;
}

DRAGOMAN_INLINE float sum_of(const Floats& sums) {
  using Eight [[gnu::vector_size(32)]] = float;
  using Four [[gnu::vector_size(16)]] = float;
  struct Eights {
    Eight low, high;
  };
  struct Fours {
    Four low, high;
  };
  const auto eights = as<Eights>(sums);
  const auto fours = as<Fours>(eights.low + eights.high);
  const Four four = fours.low + fours.high;
  return (four[0] + four[2]) + (four[1] + four[3]);
}

template <class Number>
DRAGOMAN_INLINE float dot(const float* a, const Number* b, int64_t width) {
  Floats sums{};
  for (int64_t i = 0; i < width; i += kVectorFloats)
    sums += load<Floats>(a + i) * load_floats(b + i);
  return sum_of(sums);
}

template <class Number>
DRAGOMAN_INLINE void prefetch(const Number* numbers, int64_t width) {
  constexpr int64_t kCacheLine = 64 / sizeof(Number);
  for (int64_t i = 0; i < width; i += kCacheLine) __builtin_prefetch(numbers + i);
}

/// Scores become weights: e^(score - largest), divided by their sum.
DRAGOMAN_INLINE void softmax(float* scores, int64_t length) {
  float largest = scores[0];
#pragma omp simd reduction(max : largest)
  for (int64_t i = 0; i < length; ++i) largest = scores[i] > largest ? scores[i] : largest;
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < length; ++i) {
    scores[i] = exp_of_negative(scores[i] - largest);
    sum += scores[i];
  }
  const float scale = 1.0F / sum;
#pragma omp simd
  for (int64_t i = 0; i < length; ++i) scores[i] *= scale;
}

/// Columns `column` to column + 16 kWide - 1 of the weighted sum of a head's values.
template <int kWide, class Number>
DRAGOMAN_INLINE void sum_values(const AttentionRow& row, const float* weights, int64_t column) {
  Floats sums[kWide] = {};
  for (int64_t t = 0; t < row.length; ++t) {
    const Number* values =
        static_cast<const Number*>(row.keys[t]) + row.heads * row.head_width + column;
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) sums[c] += load_floats(values + c * kVectorFloats) * weights[t];
  }
  __builtin_memcpy(row.out + column, sums, sizeof(sums));
}

template <class Number>
void attend(const AttentionRow& row) {
  // Positions lie anywhere: without a hint, the processor waits for each of them.
  const int64_t width = row.heads * row.head_width;
  for (int64_t t = 0; t < row.length; ++t) {
    const auto* keys = static_cast<const Number*>(row.keys[t]);
    if (t + 1 < row.length) prefetch(static_cast<const Number*>(row.keys[t + 1]), width);
    prefetch(keys + width, width);
    for (int64_t head = 0; head < row.heads; ++head) {
      const int64_t column = head * row.head_width;
      row.scores[head * row.length + t] = dot(row.query + column, keys + column, row.head_width);
    }
  }
  for (int64_t head = 0; head < row.heads; ++head) {
    float* weights = row.scores + head * row.length;
    softmax(weights, row.length);
    int64_t column = head * row.head_width;
    const int64_t end = column + row.head_width;
    for (; column + 4 * kVectorFloats <= end; column += 4 * kVectorFloats)
      sum_values<4, Number>(row, weights, column);
    for (; column + 2 * kVectorFloats <= end; column += 2 * kVectorFloats)
      sum_values<2, Number>(row, weights, column);
    if (column < end) sum_values<1, Number>(row, weights, column);
  }
  if (row.mean_weights == nullptr) return;
  for (int64_t t = 0; t < row.length; ++t) {
    float sum = 0;
    for (int64_t head = 0; head < row.heads; ++head) sum += row.scores[head * row.length + t];
    row.mean_weights[t] = sum / static_cast<float>(row.heads);
  }
}

void normalize(const float* x, int64_t width, const float* scale, const float* shift, float* out) {
  normalize_row(x, width, scale, shift, 1e-5F, out);
}

void summarize(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block) {
  for (int64_t row = 0; row < rows; ++row, logits += kPanelColumns) {
    float largest = logits[0], sum = 0;
#pragma omp simd reduction(max : largest)
    for (int64_t i = 0; i < kPanelColumns; ++i) largest = logits[i] > largest ? logits[i] : largest;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < kPanelColumns; ++i) sum += exp_of_negative(logits[i] - largest);
    summary.largest[block * summary.stride + row] = largest;
    summary.sums[block * summary.stride + row] = sum;
  }
}

void log_sums(const LogitSummary& summary, int64_t blocks, float* out) {
  for (int64_t row = 0; row < summary.stride; row += kVectorFloats) {
    auto largest = load<Floats>(summary.largest + row);
    for (int64_t at = row; at < blocks * summary.stride; at += summary.stride) {
      const auto other = load<Floats>(summary.largest + at);
      largest = other > largest ? other : largest;
    }
    Floats sums{};
    for (int64_t at = row; at < blocks * summary.stride; at += summary.stride) {
      Floats powers = load<Floats>(summary.largest + at) - largest;
#pragma omp simd
      for (int64_t i = 0; i < kVectorFloats; ++i) powers[i] = exp_of_negative(powers[i]);
      sums += load<Floats>(summary.sums + at) * powers;
    }
    for (int64_t i = 0; i < kVectorFloats; ++i) out[row + i] = largest[i] + __builtin_logf(sums[i]);
  }
}

}  // namespace
}  // namespace dragoman
