#pragma once

#include "kernels/exponential.h"
#include "kernels/small_products.h"
#include "kernels/training.h"

// Attention of one head of one sentence. Weights are stored transposed, one row a key. Queries then
// lie side by side, and one softmax over keys computes 16 queries.

namespace dragoman {
namespace {

constexpr float kLowest = -1e30F;  // below any score, but finite

DRAGOMAN_INLINE float scale_of(const AttentionHead& head) {
  return 1.0F / __builtin_sqrtf(static_cast<float>(head.width));
}

/// Layout of the scratch memory; T' is T rounded up to a multiple of 16.
struct Room {
  Room(const AttentionHead& head, float* room)
      : padded(round_up(head.num_queries, kLanes)),
        columns(room),
        weights(columns + padded * head.width),
        slopes(weights + padded * head.num_keys) {}

  int64_t padded;
  float* columns;  // [d, T']: queries, or gradients of the output, transposed
  float* weights;  // [S, T']
  float* slopes;   // [S, T']: gradient of the loss with respect to scores
};

// In causal attention, a block of 16 queries sees no keys after the block. Those keys are neither
// computed nor read.

/// First query of the first block that sees a key.
DRAGOMAN_INLINE int64_t first_query(const AttentionHead& head, int64_t key) {
  return head.is_causal ? key / kLanes * kLanes : 0;
}

/// End of the keys that the block of queries from `query` on sees.
DRAGOMAN_INLINE int64_t end_of_keys(const AttentionHead& head, int64_t query) {
  return head.is_causal ? least(head.num_keys, query + kLanes) : head.num_keys;
}

/// out[s][t] = scale * (row s of `rows`) (row t of `columns`), [S, T'].
void multiply_by_columns(const AttentionHead& head, const float* rows, const Room& room,
                         const SmallOutput& out) {
  for_tiles(RowTiles(head.num_keys, kTileRows), [&](int64_t key, int64_t count) {
    const int64_t first = first_query(head, key);
    const Addends columns{room.columns + first, room.padded, room.padded - first, 0, head.width};
    multiply_small<Layout::kRows>(count, {rows + key * head.key_stride, head.key_stride}, columns,
                                  {out.data + key * out.stride + first, out.stride, out.scale});
  });
}

/// Sets the scores of hidden keys below any other score.
void hide(const AttentionHead& head, const Room& room) {
  for (int64_t s = 0; s < head.num_keys; ++s) {
    const bool seen = head.is_seen == nullptr || head.is_seen[s];
    const int64_t end = !seen ? room.padded : head.is_causal ? s : 0;
    for (int64_t t = first_query(head, s); t < end; ++t)
      room.weights[s * room.padded + t] = kLowest;
  }
}

/// Clears weights before a key's own block of queries, since sums over tiles of rows read them too.
void clear_before_blocks(const AttentionHead& head, int64_t stride, float* weights) {
  for (int64_t s = 0; head.is_causal && s < head.num_keys; ++s) {
    for (int64_t t = s < kTileRows ? 0 : s - kTileRows + 1; t < first_query(head, s); ++t)
      weights[s * stride + t] = 0;
  }
}

/// Turns scores into weights, for 16 queries.
DRAGOMAN_INLINE void softmax_of_block(float* scores, int64_t num_keys, int64_t stride) {
  const float* const end = scores + num_keys * stride;
  Lanes largest(kLowest), sum(0);
  for (const float* row = scores; row < end; row += stride)
    largest = larger(load_lanes(row), largest);
  for (float* row = scores; row < end; row += stride) {
    const Lanes power = exp_of_negative(load_lanes(row) - largest);
    sum = sum + power;
    store_lanes(row, power);
  }
  const Lanes scale = Lanes(1) / sum;
  for (float* row = scores; row < end; row += stride) store_lanes(row, load_lanes(row) * scale);
}

void fill_weights(const AttentionHead& head, const Room& room) {
  transpose(head.queries, head.query_stride, head.num_queries, head.width, room.padded,
            room.columns);
  multiply_by_columns(head, head.keys, room, {room.weights, room.padded, scale_of(head)});
  hide(head, room);
  for (int64_t t = 0; t < room.padded; t += kLanes)
    softmax_of_block(room.weights + t, end_of_keys(head, t), room.padded);
  clear_before_blocks(head, room.padded, room.weights);
}

/// For 16 queries, turns slopes with respect to weights into slopes with respect to scores: w (dw -
/// sum of w dw).
DRAGOMAN_INLINE void softmax_backward(const float* weights, float* slopes, int64_t num_keys,
                                      int64_t stride) {
  Lanes mean(0);
  for (int64_t at = 0; at < num_keys * stride; at += stride)
    mean = multiply_add(load_lanes(weights + at), load_lanes(slopes + at), mean);
  for (int64_t at = 0; at < num_keys * stride; at += stride)
    store_lanes(slopes + at, load_lanes(weights + at) * (load_lanes(slopes + at) - mean));
}

/// out[t] = scale * sum over keys of w[s][t] * (row s of `rows`).
void sum_over_keys(const AttentionHead& head, const Factor& weights, const float* rows,
                   const SmallOutput& out) {
  for_tiles(RowTiles(head.num_queries, kTileRows), [&](int64_t t, int64_t count) {
    const int64_t end = head.is_causal ? t + count : head.num_keys;
    multiply_small<Layout::kColumns>(count, {weights.data + t, weights.stride},
                                     {rows, head.key_stride, head.width, 0, end},
                                     {out.data + t * out.stride, out.stride, out.scale});
  });
}

/// out[s] = scale * sum over queries of w[s][t] * (row t of `rows`).
void sum_over_queries(const AttentionHead& head, const Factor& weights, const Factor& rows,
                      const SmallOutput& out) {
  for_tiles(RowTiles(head.num_keys, kTileRows), [&](int64_t s, int64_t count) {
    const int64_t first = head.is_causal ? s : 0;
    multiply_small<Layout::kRows>(count, {weights.data + s * weights.stride, weights.stride},
                                  {rows.data, rows.stride, head.width, first, head.num_queries},
                                  {out.data + s * out.stride, out.stride, out.scale});
  });
}

void attend(const AttentionHead& head, float* out, int64_t stride, float* room_to_work) {
  const Room room(head, room_to_work);
  fill_weights(head, room);
  sum_over_keys(head, {room.weights, room.padded}, head.values, {out, stride, 1});
}

void attend_backward(const AttentionHead& head, const float* slope, int64_t stride,
                     const AttentionGradients& gradients, float* room_to_work) {
  const Room room(head, room_to_work);
  fill_weights(head, room);
  transpose(slope, stride, head.num_queries, head.width, room.padded, room.columns);
  multiply_by_columns(head, head.values, room, {room.slopes, room.padded, 1});
  for (int64_t t = 0; t < room.padded; t += kLanes)
    softmax_backward(room.weights + t, room.slopes + t, end_of_keys(head, t), room.padded);
  clear_before_blocks(head, room.padded, room.slopes);
  const float scale = scale_of(head);
  const Factor weights{room.weights, room.padded}, slopes{room.slopes, room.padded};
  sum_over_queries(head, weights, {slope, stride}, {gradients.values, head.key_stride, 1});
  sum_over_queries(head, slopes, {head.queries, head.query_stride},
                   {gradients.keys, head.key_stride, scale});
  sum_over_keys(head, slopes, head.keys, {gradients.queries, head.query_stride, scale});
}

}  // namespace
}  // namespace dragoman
