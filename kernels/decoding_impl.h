// Kernels for decoding, compiled for the instructions of the including file. That file defines
// DRAGOMAN_DECODING, the name of the DecodingKernels.

#include "kernels/decoding.h"
#include "kernels/exponential.h"

namespace dragoman {
namespace {

template <class Number>
DRAGOMAN_INLINE void prefetch(const Number* numbers, int64_t width) {
  constexpr int64_t kCacheLine = 64 / sizeof(Number);
  for (int64_t i = 0; i < width; i += kCacheLine) __builtin_prefetch(numbers + i);
}

/// Scores of a query and four keys of a head, which lie at keys[i] + column.
template <class Number>
DRAGOMAN_INLINE FourFloats dot_four(const float* query, const Number* const (&keys)[4],
                                    int64_t width) {
  Lanes sums[4] = {0, 0, 0, 0};
  for (int64_t i = 0; i < width; i += kLanes) {
    const Lanes q = load_lanes(query + i);
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) sums[k] = multiply_add(q, load_lanes(keys[k] + i), sums[k]);
  }
  return sums_of(sums[0], sums[1], sums[2], sums[3]);
}

/// Scores of all heads, [heads, stride]. Positions may lie anywhere, so the processor cannot
/// prefetch them. Each head therefore prefetches its part of the next four keys and of these four
/// values.
template <class Number>
DRAGOMAN_INLINE void score_keys(const AttentionRow& row, int64_t stride) {
  const int64_t width = row.heads * row.head_width, last = row.length - 1;
  for (int64_t t = 0; t < row.length; t += 4) {
    const Number *now[4], *next[4];
    for (int64_t i = 0; i < 4; ++i) {
      now[i] = static_cast<const Number*>(row.keys[least(t + i, last)]);
      next[i] = static_cast<const Number*>(row.keys[least(t + 4 + i, last)]);
    }
    for (int64_t head = 0; head < row.heads; ++head) {
      const int64_t column = head * row.head_width;
      for (int64_t i = 0; i < 4; ++i) {
        prefetch(next[i] + column, row.head_width);
        prefetch(now[i] + width + column, row.head_width);
      }
      const Number* const keys[4] = {now[0] + column, now[1] + column, now[2] + column,
                                     now[3] + column};
      store(row.scores + head * stride + t, dot_four(row.query + column, keys, row.head_width));
    }
  }
}

/// Turns scores into weights: e^(score - largest), divided by their sum. Overwrites scores from
/// `length` to `stride`.
DRAGOMAN_INLINE void softmax(float* scores, int64_t length, int64_t stride) {
  for (int64_t i = length; i < stride; ++i) scores[i] = -__builtin_inff();
  Lanes largest = load_lanes(scores);
  for (int64_t i = kLanes; i < stride; i += kLanes)
    largest = larger(largest, load_lanes(scores + i));
  const Lanes shift(largest_of(largest));
  Lanes sum(0);
  for (int64_t i = 0; i < stride; i += kLanes) {
    const Lanes power = exp_of_negative(load_lanes(scores + i) - shift);
    sum = sum + power;
    store_lanes(scores + i, power);
  }
  const Lanes scale(1.0F / sum_of(sum));
  for (int64_t i = 0; i < stride; i += kLanes)
    store_lanes(scores + i, load_lanes(scores + i) * scale);
}

/// Weighted sum of a head's values, columns `column` to column + 16 kWide - 1.
template <int kWide, class Number>
DRAGOMAN_INLINE void sum_values(const AttentionRow& row, const float* weights, int64_t column) {
  Lanes sums[kWide];
#pragma GCC unroll 4
  for (Lanes& sum : sums) sum = Lanes(0);
  for (int64_t t = 0; t < row.length; ++t) {
    const Number* values =
        static_cast<const Number*>(row.keys[t]) + row.heads * row.head_width + column;
    const Lanes weight(weights[t]);
#pragma GCC unroll 4
    for (int c = 0; c < kWide; ++c)
      sums[c] = multiply_add(weight, load_lanes(values + c * kLanes), sums[c]);
  }
#pragma GCC unroll 4
  for (int c = 0; c < kWide; ++c) store_lanes(row.out + column + c * kLanes, sums[c]);
}

DRAGOMAN_INLINE void average_weights(const AttentionRow& row, int64_t stride) {
  for (int64_t t = 0; t < row.length; ++t) {
    float sum = 0;
    for (int64_t head = 0; head < row.heads; ++head) sum += row.scores[head * stride + t];
    row.mean_weights[t] = sum / static_cast<float>(row.heads);
  }
}

template <class Number>
void attend(const AttentionRow& row) {
  const int64_t stride = attention_scores(1, row.length);
  score_keys<Number>(row, stride);
  for (int64_t head = 0; head < row.heads; ++head) {
    float* weights = row.scores + head * stride;
    softmax(weights, row.length, stride);
    int64_t column = head * row.head_width;
    const int64_t end = column + row.head_width;
    for (; column + 4 * kLanes <= end; column += 4 * kLanes)
      sum_values<4, Number>(row, weights, column);
    for (; column + 2 * kLanes <= end; column += 2 * kLanes)
      sum_values<2, Number>(row, weights, column);
    if (column < end) sum_values<1, Number>(row, weights, column);
  }
  if (row.mean_weights != nullptr) average_weights(row, stride);
}

void summarize(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block) {
  for (int64_t row = 0; row < rows; ++row, logits += kPanelColumns) {
    Lanes largest = load_lanes(logits);
    for (int64_t i = kLanes; i < kPanelColumns; i += kLanes)
      largest = larger(largest, load_lanes(logits + i));
    const float most = largest_of(largest);
    Lanes sum(0);
    for (int64_t i = 0; i < kPanelColumns; i += kLanes)
      sum = sum + exp_of_negative(load_lanes(logits + i) - Lanes(most));
    summary.largest[block * summary.stride + row] = most;
    summary.sums[block * summary.stride + row] = sum_of(sum);
  }
}

void log_sums(const LogitSummary& summary, int64_t blocks, float* out) {
  for (int64_t row = 0; row < summary.stride; row += kNativeFloats) {
    const int64_t end = blocks * summary.stride;
    auto largest = load<Floats>(summary.largest + row);
    for (int64_t at = row; at < end; at += summary.stride)
      largest = larger(load<Floats>(summary.largest + at), largest);
    Floats sums{};
    for (int64_t at = row; at < end; at += summary.stride) {
      const Floats power = exp_of_negative(load<Floats>(summary.largest + at) - largest);
      sums = multiply_add(load<Floats>(summary.sums + at), power, sums);
    }
    store(out + row, largest + log_of(sums));
  }
}

void exponentiate(float* x, int64_t count) {
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        place.store(x, exp_of_negative(place.load(x)));
      });
}

DRAGOMAN_INLINE Floats log_add_exp_of(Floats a, Floats b) {
  const Floats most = a > b ? a : b, least = a > b ? b : a;
  const Floats sum = most + log_of(exp_of_negative(least - most) + 1.0F);
  return most > -__builtin_inff() ? sum : most;
}

void log_add_exp(const float* x, float offset, int64_t count, float* sums) {
  for_lanes(
      count, [&](const auto& place) __attribute__((always_inline)) {
        const Lanes sum = for_parts(
            [](Floats a, Floats b) __attribute__((always_inline)) { return log_add_exp_of(a, b); },
            place.load(sums), place.load(x) + Lanes(offset));
        place.store(sums, sum);
      });
}

}  // namespace

extern const DecodingKernels DRAGOMAN_DECODING;
const DecodingKernels DRAGOMAN_DECODING{
    .attend = {attend<float>, attend<uint16_t>, attend<uint16_t>},
    .summarize = summarize,
    .log_sums = log_sums,
    .exponentiate = exponentiate,
    .log_add_exp = log_add_exp};

}  // namespace dragoman
