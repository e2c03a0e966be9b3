// Products of small matrices by a GPU's units for matrices, in CUDA C++: bf16 with sums in fp32.

#pragma once

#include "model/device_rows.cu"

namespace dragoman {
namespace {

constexpr int kTile = 16;        // rows, or a product's columns to sum over
constexpr int kHalf = 8;         // columns of a product
constexpr int kMostTokens = 64;  // of a sentence; also the greatest width of a head
/// Numbers of a row in shared memory. Eight more than are used, so that a warp's loads meet
/// different banks.
constexpr int kRowStride = kMostTokens + 8;

#ifdef __CUDACC_RTC__
/// Adds the product of tiles a [16, 16] and b [16, 8] to sum [16, 8]; see Left, Right and Sum.
__device__ __forceinline__ void add_product_of_tiles(const unsigned (&a)[4], const unsigned (&b)[2],
                                                     float (&sum)[4]) {
#if __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
      "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
#endif
}

extern __shared__ Words shared_words[];
#endif

// The units for matrices spread tiles over a warp's threads. Thread 4 g + t / 2 holds, of the left
// tile, the pairs (g, t), (g + 8, t), (g, t + 8) and (g + 8, t + 8), where (r, c) are the numbers
// in row r and columns c and c + 1; of the right tile, the pairs of rows t and t + 8 in column g;
// of the sum, the pairs (g, t) and (g + 8, t).

struct Left {
  unsigned pair[4];
};

struct Right {
  unsigned pair[2];
};

struct Sum {
  float at[4];
};

/// g and t of this thread.
__device__ __forceinline__ int own_row() { return static_cast<int>(threadIdx.x) % kWarp / 4; }
__device__ __forceinline__ int own_column() { return static_cast<int>(threadIdx.x) % 4 * 2; }
__device__ __forceinline__ int own_warp() { return static_cast<int>(threadIdx.x) / kWarp; }

__device__ __forceinline__ void add_product(const Left& a, const Right& b, Sum& sum) {
  add_product_of_tiles(a.pair, b.pair, sum.at);
}

__device__ __forceinline__ unsigned packed(float low, float high) {
  return to_bf16(low) | (to_bf16(high) << 16);
}

/// Rows in shared memory.
using Shared = unsigned short*;

/// Two neighbours in a row.
__device__ __forceinline__ unsigned across(const unsigned short* place) {
  return *reinterpret_cast<const unsigned*>(place);
}

/// Two neighbours in a column.
__device__ __forceinline__ unsigned down(const unsigned short* place) {
  return place[0] | (static_cast<unsigned>(place[kRowStride]) << 16);
}

/// The tile of `rows` from a row and a column on.
__device__ __forceinline__ Left left_tile(const unsigned short* rows, int row, int column) {
  const unsigned short* place = rows + (row + own_row()) * kRowStride + column + own_column();
  constexpr int kBelow = 8 * kRowStride;
  return {{across(place), across(place + kBelow), across(place + 8), across(place + kBelow + 8)}};
}

/// The same tile of the transpose of `rows`.
__device__ __forceinline__ Left left_tile_of_transpose(const unsigned short* rows, int row,
                                                       int column) {
  const unsigned short* place = rows + (column + own_column()) * kRowStride + row + own_row();
  constexpr int kBelow = 8 * kRowStride;
  return {{down(place), down(place + 8), down(place + kBelow), down(place + kBelow + 8)}};
}

__device__ __forceinline__ Right right_tile(const unsigned short* rows, int row, int column) {
  const unsigned short* place = rows + (row + own_column()) * kRowStride + column + own_row();
  return {{down(place), down(place + 8 * kRowStride)}};
}

__device__ __forceinline__ Right right_tile_of_transpose(const unsigned short* rows, int row,
                                                         int column) {
  const unsigned short* place = rows + (column + own_row()) * kRowStride + row + own_column();
  return {{across(place), across(place + 8)}};
}

/// Numbers for 16 queries and up to 64 keys, spread like sums.
struct Scores {
  Sum of_keys[kMostTokens / kHalf];
};

/// Sums for 16 rows, and up to 64 columns of a head.
using HeadSums = Scores;

/// Sixteen keys of scores as the left tile of a product.
__device__ __forceinline__ Left left_of_scores(const Scores& scores, int sixteen) {
  const Sum &first = scores.of_keys[2 * sixteen], &second = scores.of_keys[2 * sixteen + 1];
  return {{packed(first.at[0], first.at[1]), packed(first.at[2], first.at[3]),
           packed(second.at[0], second.at[1]), packed(second.at[2], second.at[3])}};
}

__device__ __forceinline__ int whole_tiles(int count) {
  return (count + kTile - 1) / kTile * kTile;
}

/// Returns the products of a tile of rows [16, width] and each of `count` other rows.
__device__ __forceinline__ Scores products_of_rows(const unsigned short* rows, int row,
                                                   const unsigned short* others, int count,
                                                   int width) {
  Scores scores{};
#pragma unroll
  for (int k = 0; k < kMostTokens / kTile; ++k) {
    if (k * kTile >= width) continue;
    const Left left = left_tile(rows, row, k * kTile);
#pragma unroll
    for (int i = 0; i < kMostTokens / kHalf; ++i)
      if (i * kHalf < count)
        add_product(left, right_tile_of_transpose(others, k * kTile, i * kHalf), scores.of_keys[i]);
  }
  return scores;
}

/// Returns scores [16, keys] times rows [keys, width].
__device__ __forceinline__ HeadSums times_rows(const Scores& scores, const unsigned short* rows,
                                               int num_keys, int width) {
  HeadSums sums{};
#pragma unroll
  for (int k = 0; k < kMostTokens / kTile; ++k) {
    if (k * kTile >= num_keys) continue;
    const Left left = left_of_scores(scores, k);
#pragma unroll
    for (int i = 0; i < kMostTokens / kHalf; ++i)
      if (i * kHalf < width)
        add_product(left, right_tile(rows, k * kTile, i * kHalf), sums.of_keys[i]);
  }
  return sums;
}

/// Returns a tile of columns of the transpose of left [queries, keys] times right [queries, width].
__device__ __forceinline__ HeadSums transpose_times_rows(const unsigned short* left, int column,
                                                         const unsigned short* right,
                                                         int num_queries, int width) {
  HeadSums sums{};
#pragma unroll
  for (int k = 0; k < kMostTokens / kTile; ++k) {
    if (k * kTile >= num_queries) continue;
    const Left tile = left_tile_of_transpose(left, column, k * kTile);
#pragma unroll
    for (int i = 0; i < kMostTokens / kHalf; ++i)
      if (i * kHalf < width)
        add_product(tile, right_tile(right, k * kTile, i * kHalf), sums.of_keys[i]);
  }
  return sums;
}

}  // namespace
}  // namespace dragoman
