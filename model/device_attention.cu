// Kernels of training's attention for GPUs, in CUDA C++, for sentences of at most 64 tokens: most
// sentences, which flash attention pads to 128. A block computes one head of a sentence in shared
// memory, each of its warps a tile of 16 rows. These kernels need compute capability 8.0.

#include "model/device_rows.cu"
#include "model/device_tiles.cu"

namespace dragoman {
namespace {

/// A head of a sentence.
struct Head {
  __device__ explicit Head(const DeviceAttention& a)
      : number(static_cast<int>(blockIdx.x) % a.heads),
        width(a.width),
        first_query(a.query_starts[static_cast<int>(blockIdx.x) / a.heads]),
        first_key(a.key_starts[static_cast<int>(blockIdx.x) / a.heads]),
        num_queries(a.query_starts[static_cast<int>(blockIdx.x) / a.heads + 1] - first_query),
        num_keys(a.key_starts[static_cast<int>(blockIdx.x) / a.heads + 1] - first_key) {}

  __device__ long long place(const DeviceHeads& heads, int row) const {
    return row * heads.stride + static_cast<long long>(number) * width;
  }

  int number;
  int width;
  int first_query;
  int first_key;
  int num_queries;
  int num_keys;
};

/// Copies `count` rows from `first` on to shared memory, then zeros up to whole tiles. Returns the
/// place after them.
__device__ Shared copy_rows(const DeviceHeads& heads, const Head& head, int first, int count,
                            Shared room) {
  const int runs = head.width / kRun, rows = whole_tiles(count);
  for (int i = static_cast<int>(threadIdx.x); i < rows * runs; i += static_cast<int>(blockDim.x)) {
    const int row = i / runs, at = i % runs * kRun;
    Words words{};
    if (row < count)
      words = *reinterpret_cast<const Words*>(heads.data + head.place(heads, first + row) + at);
    *reinterpret_cast<Words*>(room + row * kRowStride + at) = words;
  }
  return room + rows * kRowStride;
}

/// Stores the rows of a tile that a sentence has: `row` is the tile's first, of `count`.
__device__ void store_rows(const HeadSums& sums, const DeviceHeads& heads, const Head& head,
                           int first, int row, int count) {
  for (int half = 0; half < 2; ++half) {
    const int own = row + own_row() + 8 * half;
    if (own >= count) continue;
    unsigned short* place = heads.data + head.place(heads, first + own) + own_column();
#pragma unroll
    for (int i = 0; i < kMostTokens / kHalf; ++i) {
      if (i * kHalf >= head.width) continue;
      const Sum& sum = sums.of_keys[i];
      *reinterpret_cast<unsigned*>(place + i * kHalf) =
          packed(sum.at[2 * half], sum.at[2 * half + 1]);
    }
  }
}

/// The four threads that hold a row of sums.
__device__ __forceinline__ float greatest_of_row(float number) {
  for (int step = 1; step < 4; step *= 2)
    number = fmaxf(number, __shfl_xor_sync(0xffffffffU, number, step));
  return number;
}

__device__ __forceinline__ float sum_of_row(float number) {
  for (int step = 1; step < 4; step *= 2) number += __shfl_xor_sync(0xffffffffU, number, step);
  return number;
}

/// Turns products of queries and keys into attention's weights, in place. `row` is the first query.
__device__ __forceinline__ void softmax_of_rows(const DeviceAttention& a, const Head& head, int row,
                                                Scores& scores) {
  constexpr float kLog2OfE = 1.4426950408889634F;
  for (int half = 0; half < 2; ++half) {
    const int query = row + own_row() + 8 * half,
              seen = a.is_causal && query < head.num_keys ? query + 1 : head.num_keys;
    float greatest = kNone;
#pragma unroll
    for (int i = 0; i < kMostTokens / 4; ++i)
      if (i / 2 * kHalf + own_column() + i % 2 < seen)
        greatest = fmaxf(greatest, scores.of_keys[i / 2].at[2 * half + i % 2]);
    greatest = greatest_of_row(greatest);
    float total = 0;
#pragma unroll
    for (int i = 0; i < kMostTokens / 4; ++i) {
      float& score = scores.of_keys[i / 2].at[2 * half + i % 2];
      const bool is_seen = i / 2 * kHalf + own_column() + i % 2 < seen;
      score = is_seen ? exp2f((score - greatest) * (a.scale * kLog2OfE)) : 0.0F;
      total += score;
    }
    total = sum_of_row(total);
    const float factor = total > 0 ? 1.0F / total : 0.0F;
#pragma unroll
    for (int i = 0; i < kMostTokens / 4; ++i) scores.of_keys[i / 2].at[2 * half + i % 2] *= factor;
  }
}

/// Turns the gradient of attention's weights into that of products of queries and keys, in place.
__device__ __forceinline__ void softmax_of_rows_backward(const DeviceAttention& a,
                                                         const Scores& weights, Scores& slopes) {
  for (int half = 0; half < 2; ++half) {
    float mean = 0;
#pragma unroll
    for (int i = 0; i < kMostTokens / 4; ++i)
      mean +=
          weights.of_keys[i / 2].at[2 * half + i % 2] * slopes.of_keys[i / 2].at[2 * half + i % 2];
    mean = sum_of_row(mean);
#pragma unroll
    for (int i = 0; i < kMostTokens / 4; ++i) {
      float& slope = slopes.of_keys[i / 2].at[2 * half + i % 2];
      slope = a.scale * weights.of_keys[i / 2].at[2 * half + i % 2] * (slope - mean);
    }
  }
}

/// Stores a tile of scores in shared memory, [16, whole tiles of keys].
__device__ __forceinline__ void keep_scores(const Scores& scores, int row, int num_keys,
                                            Shared rows) {
#pragma unroll
  for (int i = 0; i < kMostTokens / kHalf; ++i) {
    if (i * kHalf >= whole_tiles(num_keys)) continue;
    unsigned short* place = rows + (row + own_row()) * kRowStride + i * kHalf + own_column();
    const Sum& sum = scores.of_keys[i];
    *reinterpret_cast<unsigned*>(place) = packed(sum.at[0], sum.at[1]);
    *reinterpret_cast<unsigned*>(place + 8 * kRowStride) = packed(sum.at[2], sum.at[3]);
  }
}

}  // namespace

/// See DeviceAttention.
extern "C" __global__ void __launch_bounds__(kMostTokens / kTile * kWarp)
    attend(DeviceAttention a) {
  const Head head(a);
  const auto queries = reinterpret_cast<Shared>(shared_words);
  const Shared keys = copy_rows(a.queries, head, head.first_query, head.num_queries, queries),
               values = copy_rows(a.keys, head, head.first_key, head.num_keys, keys);
  copy_rows(a.values, head, head.first_key, head.num_keys, values);
  __syncthreads();
  const int row = own_warp() * kTile;
  if (row >= head.num_queries) return;
  Scores weights = products_of_rows(queries, row, keys, head.num_keys, head.width);
  softmax_of_rows(a, head, row, weights);
  store_rows(times_rows(weights, values, head.num_keys, head.width), a.out, head, head.first_query,
             row, head.num_queries);
}

/// See DeviceAttention.
extern "C" __global__ void __launch_bounds__(kMostTokens / kTile * kWarp)
    attend_backward(DeviceAttention a) {
  const Head head(a);
  const auto queries = reinterpret_cast<Shared>(shared_words);
  const Shared slopes = copy_rows(a.queries, head, head.first_query, head.num_queries, queries),
               keys = copy_rows(a.slopes, head, head.first_query, head.num_queries, slopes),
               values = copy_rows(a.keys, head, head.first_key, head.num_keys, keys),
               all_weights = copy_rows(a.values, head, head.first_key, head.num_keys, values),
               of_products = all_weights + whole_tiles(head.num_queries) * kRowStride;
  __syncthreads();
  const int row = own_warp() * kTile;
  if (row < head.num_queries) {
    Scores weights = products_of_rows(queries, row, keys, head.num_keys, head.width);
    softmax_of_rows(a, head, row, weights);
    Scores of_scores = products_of_rows(slopes, row, values, head.num_keys, head.width);
    softmax_of_rows_backward(a, weights, of_scores);
    keep_scores(weights, row, head.num_keys, all_weights);
    keep_scores(of_scores, row, head.num_keys, of_products);
    store_rows(times_rows(of_scores, keys, head.num_keys, head.width), a.for_queries, head,
               head.first_query, row, head.num_queries);
  }
  __syncthreads();
  if (row >= head.num_keys) return;
  store_rows(transpose_times_rows(all_weights, row, slopes, head.num_queries, head.width),
             a.for_values, head, head.first_key, row, head.num_keys);
  store_rows(transpose_times_rows(of_products, row, queries, head.num_queries, head.width),
             a.for_keys, head, head.first_key, row, head.num_keys);
}

}  // namespace dragoman
