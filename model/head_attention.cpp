#include "model/head_attention.h"

#include "model/exp_of_negative.h"
#include "model/small_product.h"

// Weights are held transposed, a row for each key: queries lie side by side, so that the softmax
// over keys takes vectors of queries.

namespace dragoman {
namespace {

constexpr float kLowest = -1e30F;  // less than any score, and no infinity

DRAGOMAN_INLINE int64_t round_up(int64_t count) {
  return (count + kVectorFloats - 1) / kVectorFloats * kVectorFloats;
}

DRAGOMAN_INLINE float scale_of(const AttentionHead& head) {
  return 1.0F / __builtin_sqrtf(static_cast<float>(head.width));
}

/// How the room to work in is divided; T' is T rounded up.
struct Room {
  Room(const AttentionHead& head, float* room)
      : padded(round_up(head.num_queries)),
        columns(room),
        weights(columns + padded * head.width),
        slopes(weights + padded * head.num_keys) {}

  int64_t padded;
  float* columns;  // [d, T']: rows of queries, or of the output's gradient, transposed
  float* weights;  // [S, T']
  float* slopes;   // [S, T']: the loss's gradient with respect to scores
};

// Of causal attention, blocks of 16 queries and the tiles of keys that come after them altogether
// are neither computed nor looked at.

/// The first query of those with which the tile of keys from `key` on is multiplied.
DRAGOMAN_INLINE int64_t first_query(const AttentionHead& head, int64_t key) {
  return head.is_causal ? key / kVectorFloats * kVectorFloats : 0;
}

/// The end of the keys that are multiplied with the block of queries from `query` on. The last tile
/// may repeat keys of the one before.
DRAGOMAN_INLINE int64_t end_of_keys(const AttentionHead& head, int64_t query) {
  const int64_t end = query + kVectorFloats;
  return head.is_causal && head.num_keys >= end + kTileRows ? end : head.num_keys;
}

/// out[s][t] = scale * (row s of `rows`) (row t of `columns`), [S, T'].
DRAGOMAN_INLINE void multiply_by_columns(const AttentionHead& head, const float* rows,
                                         const Room& room, float scale, float* out) {
  for_tiles(
      head.num_keys, [&]<int kRows>(int64_t key) __attribute__((always_inline)) {
        const int64_t first = first_query(head, key);
        const Addends columns{room.columns + first, room.padded, room.padded - first, 0,
                              head.width};
        multiply<Layout::kRows, kRows>({rows + key * head.key_stride, head.key_stride}, columns,
                                       scale, out + key * room.padded + first, room.padded);
      });
}

/// Scores that are not seen become lower than any other.
DRAGOMAN_INLINE void hide(const AttentionHead& head, const Room& room) {
  for (int64_t s = 0; s < head.num_keys; ++s) {
    float* scores = room.weights + s * room.padded;
    const bool seen = head.is_seen == nullptr || head.is_seen[s];
    const int64_t first = first_query(head, s < kTileRows ? 0 : s - kTileRows + 1);
    const int64_t before = head.is_causal ? s : 0;
    for (int64_t t = first; t < (seen ? before : room.padded); ++t) scores[t] = kLowest;
  }
}

/// Scores become weights, for 16 queries.
DRAGOMAN_INLINE void softmax(float* scores, int64_t num_keys, int64_t stride) {
  float largest[kVectorFloats], sums[kVectorFloats] = {}, scales[kVectorFloats];
  for (float& start : largest) start = kLowest;
  for (int64_t s = 0; s < num_keys; ++s) {
    const float* row = scores + s * stride;
#pragma omp simd
    for (int i = 0; i < kVectorFloats; ++i) largest[i] = row[i] > largest[i] ? row[i] : largest[i];
  }
  for (int64_t s = 0; s < num_keys; ++s) {
    float* row = scores + s * stride;
#pragma omp simd
    for (int i = 0; i < kVectorFloats; ++i) {
      row[i] = exp_of_negative(row[i] - largest[i]);
      sums[i] += row[i];
    }
  }
#pragma omp simd
  for (int i = 0; i < kVectorFloats; ++i) scales[i] = 1.0F / sums[i];
  for (int64_t s = 0; s < num_keys; ++s) {
    float* row = scores + s * stride;
#pragma omp simd
    for (int i = 0; i < kVectorFloats; ++i) row[i] *= scales[i];
  }
}

DRAGOMAN_INLINE void fill_weights(const AttentionHead& head, const Room& room) {
  transpose(head.queries, head.query_stride, head.num_queries, head.width, room.padded,
            room.columns);
  multiply_by_columns(head, head.keys, room, scale_of(head), room.weights);
  hide(head, room);
  for (int64_t t = 0; t < room.padded; t += kVectorFloats)
    softmax(room.weights + t, end_of_keys(head, t), room.padded);
}

/// Of 16 queries, slopes with respect to weights become those with respect to scores:
/// w (dw - sum of w dw).
DRAGOMAN_INLINE void softmax_backward(const float* weights, float* slopes, int64_t num_keys,
                                      int64_t stride) {
  float means[kVectorFloats] = {};
  for (int64_t at = 0; at < num_keys * stride; at += stride) {
#pragma omp simd
    for (int i = 0; i < kVectorFloats; ++i) means[i] += weights[at + i] * slopes[at + i];
  }
  for (int64_t at = 0; at < num_keys * stride; at += stride) {
#pragma omp simd
    for (int i = 0; i < kVectorFloats; ++i)
      slopes[at + i] = weights[at + i] * (slopes[at + i] - means[i]);
  }
}

/// out[t] = scale * sum over keys of w[s][t] * (row s of `rows`).
DRAGOMAN_INLINE void sum_over_keys(const AttentionHead& head, const Room& room,
                                   const float* weights, const float* rows, float scale, float* out,
                                   int64_t stride) {
  for_tiles(
      head.num_queries, [&]<int kRows>(int64_t t) __attribute__((always_inline)) {
        const int64_t end = head.is_causal ? t + kRows : head.num_keys;
        multiply<Layout::kColumns, kRows>({weights + t, room.padded},
                                          {rows, head.key_stride, head.width, 0, end}, scale,
                                          out + t * stride, stride);
      });
}

/// out[s] = scale * sum over queries of w[s][t] * (row t of `rows`).
DRAGOMAN_INLINE void sum_over_queries(const AttentionHead& head, const Room& room,
                                      const float* weights, const float* rows, int64_t row_stride,
                                      float scale, float* out) {
  for_tiles(
      head.num_keys, [&]<int kRows>(int64_t s) __attribute__((always_inline)) {
        const int64_t first = head.is_causal ? s : 0;
        multiply<Layout::kRows, kRows>({weights + s * room.padded, room.padded},
                                       {rows, row_stride, head.width, first, head.num_queries},
                                       scale, out + s * head.key_stride, head.key_stride);
      });
}

}  // namespace

int64_t attention_room(int64_t num_queries, int64_t num_keys, int64_t width) {
  return round_up(num_queries) * (width + 2 * num_keys);
}

DRAGOMAN_VECTOR_CLONES void attend(const AttentionHead& head, float* out, int64_t stride,
                                   float* room_to_work) {
  const Room room(head, room_to_work);
  fill_weights(head, room);
  sum_over_keys(head, room, room.weights, head.values, 1, out, stride);
}

DRAGOMAN_VECTOR_CLONES void attend_backward(const AttentionHead& head, const float* slope,
                                            int64_t stride, const AttentionGradients& gradients,
                                            float* room_to_work) {
  const Room room(head, room_to_work);
  fill_weights(head, room);
  transpose(slope, stride, head.num_queries, head.width, room.padded, room.columns);
  multiply_by_columns(head, head.values, room, 1, room.slopes);
  for (int64_t t = 0; t < room.padded; t += kVectorFloats)
    softmax_backward(room.weights + t, room.slopes + t, end_of_keys(head, t), room.padded);
  const float scale = scale_of(head);
  sum_over_queries(head, room, room.weights, slope, stride, 1, gradients.values);
  sum_over_queries(head, room, room.slopes, head.queries, head.query_stride, scale, gradients.keys);
  sum_over_keys(head, room, room.slopes, head.keys, scale, gradients.queries, head.query_stride);
}

}  // namespace dragoman
