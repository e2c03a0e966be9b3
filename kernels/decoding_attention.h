#pragma once

#include "kernels/decoding.h"
#include "kernels/exponential.h"

// Attention of decoding, for decoding_impl.h.

namespace dragoman {
namespace {

/// Scores of a query and four keys of a head.
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

/// The widest heads whose keys are widened once for several rows.
constexpr int64_t kMostWidened = 128;

/// Four keys of a head as floats, which several rows read.
struct WidenedKeys {
  float numbers[4][kMostWidened];

  DRAGOMAN_INLINE WidenedKeys(const uint16_t* const (&keys)[4], int64_t width) {
    for (int64_t i = 0; i < width; i += kLanes) {
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) store_lanes(numbers[k] + i, load_lanes(keys[k] + i));
    }
  }
};

/// Scores of a head's four keys for all rows; `scores` and `query` are those of the first row.
template <class Number>
DRAGOMAN_INLINE void score_four(const AttentionRows& rows, const Number* const (&keys)[4],
                                const float* query, float* scores) {
  if constexpr (sizeof(Number) < sizeof(float)) {
    if (rows.count > 1 && rows.head_width <= kMostWidened) {
      const WidenedKeys wide(keys, rows.head_width);
      const float* const floats[4] = {wide.numbers[0], wide.numbers[1], wide.numbers[2],
                                      wide.numbers[3]};
      return score_four(rows, floats, query, scores);
    }
  }
  const int64_t scores_of_row = attention_scores(rows.heads, rows.length);
  for (int64_t row = 0; row < rows.count; ++row)
    store(scores + row * scores_of_row,
          dot_four(query + row * rows.query_stride, keys, rows.head_width));
}

/// Scores of all rows and heads, [rows, heads, stride]; beyond the length, -infinity. Positions may
/// lie anywhere, so the processor cannot prefetch them. Each head therefore prefetches its part of
/// the next four keys and of these four values.
template <class Number>
DRAGOMAN_INLINE void score_keys(const AttentionRows& rows, int64_t stride) {
  constexpr int64_t kCacheLine = 64 / sizeof(Number);
  const Lanes never(-__builtin_inff());
  for (int64_t end = stride; end <= rows.count * rows.heads * stride; end += stride)
    store_lanes(rows.scores + end - kLanes, never);
  const int64_t width = rows.heads * rows.head_width, last = rows.length - 1;
  for (int64_t t = 0; t < rows.length; t += 4) {
    const Number *now[4], *next[4];
    for (int64_t i = 0; i < 4; ++i) {
      now[i] = static_cast<const Number*>(rows.keys[least(t + i, last)]);
      next[i] = static_cast<const Number*>(rows.keys[least(t + 4 + i, last)]);
    }
    for (int64_t head = 0; head < rows.heads; ++head) {
      const int64_t column = head * rows.head_width, end = column + rows.head_width;
      for (int64_t at = column; at < end; at += kCacheLine) {
#pragma GCC unroll 4
        for (int64_t i = 0; i < 4; ++i) {
          __builtin_prefetch(next[i] + at);
          __builtin_prefetch(now[i] + width + at);
        }
      }
      const Number* const keys[4] = {now[0] + column, now[1] + column, now[2] + column,
                                     now[3] + column};
      score_four(rows, keys, rows.query + column, rows.scores + head * stride + t);
    }
  }
  for (int64_t first = 0; first < rows.count * rows.heads * stride; first += stride)
    for (int64_t i = rows.length; i % 4 != 0; ++i) rows.scores[first + i] = -__builtin_inff();
}

/// Turns scores into weights: e^(score - largest), divided by their sum.
DRAGOMAN_INLINE void softmax(float* scores, int64_t stride) {
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

/// The same for four heads, whose operations the processor can overlap.
DRAGOMAN_INLINE void softmax_of_four(float* scores, int64_t stride) {
  float* const head[4] = {scores, scores + stride, scores + 2 * stride, scores + 3 * stride};
  Lanes largest[4], sum[4];
#pragma GCC unroll 4
  for (int h = 0; h < 4; ++h) largest[h] = load_lanes(head[h]);
  for (int64_t i = kLanes; i < stride; i += kLanes) {
#pragma GCC unroll 4
    for (int h = 0; h < 4; ++h) largest[h] = larger(largest[h], load_lanes(head[h] + i));
  }
  const FourFloats shift = largest_of(largest[0], largest[1], largest[2], largest[3]);
#pragma GCC unroll 4
  for (Lanes& lanes : sum) lanes = Lanes(0);
  for (int64_t i = 0; i < stride; i += kLanes) {
#pragma GCC unroll 4
    for (int h = 0; h < 4; ++h) {
      const Lanes power = exp_of_negative(load_lanes(head[h] + i) - Lanes(shift[h]));
      sum[h] = sum[h] + power;
      store_lanes(head[h] + i, power);
    }
  }
  const FourFloats scale = 1.0F / sums_of(sum[0], sum[1], sum[2], sum[3]);
  for (int64_t i = 0; i < stride; i += kLanes) {
#pragma GCC unroll 4
    for (int h = 0; h < 4; ++h) store_lanes(head[h] + i, load_lanes(head[h] + i) * Lanes(scale[h]));
  }
}

/// Sums of values that are computed at a time, for one row or several: so many fit into registers
/// and hide the latency of additions.
constexpr int kSums = DRAGOMAN_NATIVE_BYTES == 64 ? 16 : 4;
/// Rows that read values together.
constexpr int kRowsAtOnce = DRAGOMAN_NATIVE_BYTES == 64 ? 4 : 2;

/// Weighted sums of values for kRows rows from `row` on and kHeads heads from `head` on: of each
/// head, 16 kEach columns from its column `first` on.
template <class Number, int kRows, int kHeads, int kEach>
DRAGOMAN_INLINE void sum_values(const AttentionRows& rows, int64_t stride, int64_t row,
                                int64_t head, int64_t first) {
  const float* const weights = rows.scores + (row * rows.heads + head) * stride;
  const int64_t column = head * rows.head_width + first;
  Lanes sums[kRows][kHeads][kEach];
#pragma GCC unroll 4
  for (auto& of_row : sums) {
#pragma GCC unroll 4
    for (auto& of_head : of_row) {
#pragma GCC unroll 4
      for (Lanes& sum : of_head) sum = Lanes(0);
    }
  }
  for (int64_t t = 0; t < rows.length; ++t) {
    const Number* values =
        static_cast<const Number*>(rows.keys[t]) + rows.heads * rows.head_width + column;
#pragma GCC unroll 4
    for (int h = 0; h < kHeads; ++h) {
#pragma GCC unroll 4
      for (int c = 0; c < kEach; ++c) {
        const Lanes value = load_lanes(values + h * rows.head_width + c * kLanes);
#pragma GCC unroll 4
        for (int r = 0; r < kRows; ++r)
          sums[r][h][c] =
              multiply_add(Lanes(weights[(r * rows.heads + h) * stride + t]), value, sums[r][h][c]);
      }
    }
  }
#pragma GCC unroll 4
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 4
    for (int h = 0; h < kHeads; ++h) {
#pragma GCC unroll 4
      for (int c = 0; c < kEach; ++c)
        store_lanes(
            rows.out + (row + r) * rows.out_stride + column + h * rows.head_width + c * kLanes,
            sums[r][h][c]);
    }
  }
}

/// Weighted sums of all values for kRows rows from `row` on.
template <class Number, int kRows>
DRAGOMAN_INLINE void sum_all_values(const AttentionRows& rows, int64_t stride, int64_t row) {
  constexpr int kWide = least(4, kSums / kRows);
  int64_t head = 0;
  if (rows.head_width == kLanes) {
    for (; head + kWide <= rows.heads; head += kWide)
      sum_values<Number, kRows, kWide, 1>(rows, stride, row, head, 0);
  } else if (kWide == 4 && rows.head_width == 2 * kLanes) {
    for (; head + 2 <= rows.heads; head += 2)
      sum_values<Number, kRows, 2, 2>(rows, stride, row, head, 0);
  }
  for (; head < rows.heads; ++head) {
    int64_t at = 0;
    const int64_t end = rows.head_width;
    for (; at + kWide * kLanes <= end; at += kWide * kLanes)
      sum_values<Number, kRows, 1, kWide>(rows, stride, row, head, at);
    for (; at + 2 * kLanes <= end; at += 2 * kLanes)
      sum_values<Number, kRows, 1, 2>(rows, stride, row, head, at);
    if (at < end) sum_values<Number, kRows, 1, 1>(rows, stride, row, head, at);
  }
}

DRAGOMAN_INLINE void average_weights(const AttentionRows& rows, int64_t stride, int64_t row) {
  const float* const weights = rows.scores + row * rows.heads * stride;
  for (int64_t t = 0; t < rows.length; ++t) {
    float sum = 0;
    for (int64_t head = 0; head < rows.mean_heads; ++head) sum += weights[head * stride + t];
    rows.mean_weights[row * rows.length + t] = sum / static_cast<float>(rows.mean_heads);
  }
}

template <class Number>
void attend(const AttentionRows& rows) {
  const int64_t stride = attention_scores(1, rows.length), heads = rows.count * rows.heads;
  score_keys<Number>(rows, stride);
  int64_t head = 0;
  for (; head + 4 <= heads; head += 4) softmax_of_four(rows.scores + head * stride, stride);
  for (; head < heads; ++head) softmax(rows.scores + head * stride, stride);
  int64_t row = 0;
  for (; row + kRowsAtOnce <= rows.count; row += kRowsAtOnce)
    sum_all_values<Number, kRowsAtOnce>(rows, stride, row);
  for (; row < rows.count; ++row) sum_all_values<Number, 1>(rows, stride, row);
  for (row = 0; rows.mean_weights != nullptr && row < rows.count; ++row)
    average_weights(rows, stride, row);
}

}  // namespace
}  // namespace dragoman
