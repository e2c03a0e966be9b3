// Kernels of training's rows for GPUs, in CUDA C++: what kernels/training_rows.h and
// kernels/loss_rows.h are for processors. NVRTC compiles this file when a program first trains on
// a GPU; tests compile it for the CPU, with threads in the place of a GPU's.
//
// A block computes one row at a time, and each of its threads eight neighbouring numbers. Widths
// are multiples of eight. All arithmetic is in fp32.

#pragma once

#include "model/device_arguments.h"

namespace dragoman {
namespace {

constexpr int kRun = 8;  // neighbouring numbers that a thread loads at once
constexpr int kWarp = 32;
constexpr int kMostThreads = 1024;  // of a block; as in model/device_rows.cpp

struct alignas(16) Words {
  unsigned word[4];
};

struct Run {
  float at[kRun];
};

__device__ float to_float(unsigned bits) { return __uint_as_float(bits << 16); }

/// Rounds to the nearest number of bf16, ties to even.
__device__ unsigned to_bf16(float number) {
  const unsigned bits = __float_as_uint(number);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return (bits >> 16) | 0x40U;  // NaN
  return (bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16;
}

/// Returns eight numbers from `place` on, which is a multiple of eight.
__device__ Run load(const DeviceNumbers& numbers, long long place) {
  Run run;
  if (numbers.in_bf16) {
    const Words packed = static_cast<const Words*>(numbers.data)[place / kRun];
    for (int i = 0; i < kRun / 2; ++i) {
      run.at[2 * i] = to_float(packed.word[i] & 0xffffU);
      run.at[2 * i + 1] = to_float(packed.word[i] >> 16);
    }
    return run;
  }
  const auto* from = static_cast<const Words*>(numbers.data) + place / 4;
  for (int half = 0; half < 2; ++half) {
    const Words words = from[half];
    for (int i = 0; i < 4; ++i) run.at[4 * half + i] = __uint_as_float(words.word[i]);
  }
  return run;
}

/// Stores eight numbers. Returns them as stored.
__device__ Run store(const DeviceNumbers& numbers, long long place, Run run) {
  if (numbers.in_bf16) {
    Words packed;
    for (int i = 0; i < kRun / 2; ++i) {
      const unsigned low = to_bf16(run.at[2 * i]), high = to_bf16(run.at[2 * i + 1]);
      packed.word[i] = low | (high << 16);
      run.at[2 * i] = to_float(low);
      run.at[2 * i + 1] = to_float(high);
    }
    static_cast<Words*>(numbers.data)[place / kRun] = packed;
    return run;
  }
  auto* to = static_cast<Words*>(numbers.data) + place / 4;
  for (int half = 0; half < 2; ++half) {
    Words words;
    for (int i = 0; i < 4; ++i) words.word[i] = __float_as_uint(run.at[4 * half + i]);
    to[half] = words;
  }
  return run;
}

__device__ Run load_floats(const float* numbers, long long place) {
  return load({const_cast<float*>(numbers), false}, place);
}

/// mix32() of kernels/training_rows.h.
__device__ unsigned mix32(unsigned x) {
  x = (x ^ (x >> 16)) * 0x85ebca6bU;
  x = (x ^ (x >> 13)) * 0xc2b2ae35U;
  return x ^ (x >> 16);
}

/// Multiplies numbers by the factors of DropoutMask (model/dropout.h).
__device__ Run masked(const DeviceMask& mask, long long place, Run run) {
  if (mask.threshold == 0) return run;
  const unsigned long long key = mask.key + (place >> 32) * 0x9e3779b97f4a7c15ULL;
  const unsigned low = static_cast<unsigned>(key), high = static_cast<unsigned>(key >> 32);
  for (int i = 0; i < kRun; ++i) {
    const unsigned number = static_cast<unsigned>(place) + static_cast<unsigned>(i);
    const bool drops = mix32(mix32(number ^ low) + high) < mask.threshold;
    run.at[i] *= drops ? 0.0F : mask.scale;
  }
  return run;
}

struct Pair {
  float first;
  float second;
};

__device__ Pair sum_of_warp(Pair pair) {
  for (int step = kWarp / 2; step > 0; step /= 2) {
    pair.first += __shfl_xor_sync(0xffffffffU, pair.first, step);
    pair.second += __shfl_xor_sync(0xffffffffU, pair.second, step);
  }
  return pair;
}

/// Returns the sums over all threads of the block, in all of them.
__device__ Pair sum_of_block(Pair pair) {
  __shared__ Pair of_warps[kWarp];
  const int warps = static_cast<int>(blockDim.x) / kWarp;
  pair = sum_of_warp(pair);
  if (warps == 1) return pair;
  __syncthreads();  // the last call's sums have been read
  if (threadIdx.x % kWarp == 0) of_warps[threadIdx.x / kWarp] = pair;
  __syncthreads();
  pair = of_warps[0];
  for (int i = 1; i < warps; ++i) {
    pair.first += of_warps[i].first;
    pair.second += of_warps[i].second;
  }
  return pair;
}

/// Returns where the thread's numbers of a row begin. Threads beyond a row's end have none.
__device__ int own_place() { return kRun * static_cast<int>(threadIdx.x); }

}  // namespace

/// See DeviceSum.
extern "C" __global__ void __launch_bounds__(kMostThreads) sum_rows(DeviceSum a) {
  const int at = own_place();
  const bool is_mine = at < a.width;
  const auto count = static_cast<float>(a.width);
  Run scale{}, shift{};
  if (is_mine && a.out.data) {
    scale = load_floats(a.scale, at);
    shift = load_floats(a.shift, at);
  }
  for (long long row = blockIdx.x; row < a.rows; row += gridDim.x) {
    const long long place = row * a.width + at;
    Run sum{};
    if (is_mine) {
      sum = masked(a.mask, place, load(a.y, place));
      if (a.x.data) {
        const Run x = load(a.x, place);
        for (int i = 0; i < kRun; ++i) sum.at[i] += x.at[i];
      }
      if (a.sum.data) sum = store(a.sum, place, sum);
    }
    if (!a.out.data) continue;
    float total = 0;
    for (int i = 0; i < kRun; ++i) total += sum.at[i];
    const float mean = sum_of_block({total, 0}).first / count;
    float square = 0;
    for (int i = 0; is_mine && i < kRun; ++i) square += (sum.at[i] - mean) * (sum.at[i] - mean);
    const float variance = sum_of_block({square, 0}).first / count,
                inverse = 1.0F / sqrtf(variance + a.epsilon);
    if (is_mine) {
      for (int i = 0; i < kRun; ++i)
        sum.at[i] = (sum.at[i] - mean) * inverse * scale.at[i] + shift.at[i];
      store(a.out, place, sum);
    }
    if (threadIdx.x == 0) {
      a.moments[2 * row] = mean;
      a.moments[2 * row + 1] = inverse;
    }
  }
}

/// See DeviceSumGradient.
extern "C" __global__ void __launch_bounds__(kMostThreads) sum_rows_backward(DeviceSumGradient a) {
  const int at = own_place();
  const bool is_mine = at < a.width;
  const auto count = static_cast<float>(a.width);
  Run scale{}, of_scale{}, of_shift{};
  if (is_mine) scale = load_floats(a.scale, at);
  for (long long row = blockIdx.x; row < a.rows; row += gridDim.x) {
    const long long place = row * a.width + at;
    const float mean = a.moments[2 * row], inverse = a.moments[2 * row + 1];
    Run slope{}, normalized{};
    Pair total{0, 0};
    if (is_mine) {
      slope = load(a.slope, place);
      normalized = load(a.sum, place);
      for (int i = 0; i < kRun; ++i) {
        normalized.at[i] = (normalized.at[i] - mean) * inverse;
        of_scale.at[i] += slope.at[i] * normalized.at[i];
        of_shift.at[i] += slope.at[i];
        slope.at[i] *= scale.at[i];
        total.first += slope.at[i];
        total.second += slope.at[i] * normalized.at[i];
      }
    }
    total = sum_of_block(total);
    if (!is_mine) continue;
    for (int i = 0; i < kRun; ++i) {
      const float centred = slope.at[i] - total.first / count;
      slope.at[i] = inverse * (centred - normalized.at[i] * (total.second / count));
    }
    if (a.direct.data) {
      const Run direct = load(a.direct, place);
      for (int i = 0; i < kRun; ++i) slope.at[i] += direct.at[i];
    }
    store(a.for_x, place, slope);
    if (a.for_y.data) store(a.for_y, place, masked(a.mask, place, slope));
  }
  if (!is_mine) return;
  const long long first = 2LL * blockIdx.x * a.width;
  store({a.for_weights, false}, first + at, of_scale);
  store({a.for_weights, false}, first + a.width + at, of_shift);
}

namespace {

/// The running parts of a softmax: the largest logit, and the sum of e^(logit - largest).
struct Softmax {
  float largest;
  float total;
};

constexpr float kNone = -3.4e38F;  // less than each logit

__device__ Softmax merged(Softmax a, Softmax b) {
  const float largest = fmaxf(a.largest, b.largest);
  return {largest, a.total * expf(a.largest - largest) + b.total * expf(b.largest - largest)};
}

__device__ Softmax softmax_of_block(Softmax softmax) {
  __shared__ Softmax of_warps[kWarp];
  for (int step = kWarp / 2; step > 0; step /= 2) {
    softmax = merged(softmax, {__shfl_xor_sync(0xffffffffU, softmax.largest, step),
                               __shfl_xor_sync(0xffffffffU, softmax.total, step)});
  }
  __syncthreads();
  if (threadIdx.x % kWarp == 0) of_warps[threadIdx.x / kWarp] = softmax;
  __syncthreads();
  softmax = of_warps[0];
  for (int i = 1; i < static_cast<int>(blockDim.x) / kWarp; ++i)
    softmax = merged(softmax, of_warps[i]);
  return softmax;
}

}  // namespace

/// See DeviceSoftmax.
extern "C" __global__ void __launch_bounds__(kMostThreads) softmax_gradient(DeviceSoftmax a) {
  for (long long row = blockIdx.x; row < a.rows; row += gridDim.x) {
    const long long start = row * a.stride;
    const int step = kRun * static_cast<int>(blockDim.x), gold = static_cast<int>(a.gold[row]);
    Softmax softmax{kNone, 0};
    Pair sums{0, 0};  // of logits; the gold token's logit
    for (int at = own_place(); at < a.width; at += step) {
      const Run logits = load(a.logits, start + at);
      float largest = kNone;
      for (int i = 0; i < kRun; ++i)
        if (at + i < a.width) largest = fmaxf(largest, logits.at[i]);
      Softmax part{largest, 0};
      for (int i = 0; i < kRun; ++i) {
        if (at + i >= a.width) continue;
        part.total += expf(logits.at[i] - largest);
        sums.first += logits.at[i];
        if (at + i == gold) sums.second = logits.at[i];
      }
      softmax = merged(softmax, part);
    }
    softmax = softmax_of_block(softmax);
    sums = sum_of_block(sums);
    const float scale = 1.0F / softmax.total, sure = 1.0F - a.smoothing,
                uniform = a.smoothing / static_cast<float>(a.width);
    for (int at = own_place(); at < a.width; at += step) {
      Run slopes = load(a.logits, start + at);
      for (int i = 0; i < kRun; ++i) {
        const float probability = expf(slopes.at[i] - softmax.largest) * scale;
        slopes.at[i] = probability - uniform - (at + i == gold ? sure : 0.0F);
        if (at + i >= a.width) slopes.at[i] = 0;
      }
      store(a.logits, start + at, slopes);
    }
    if (threadIdx.x == 0) {
      const float log_total = logf(softmax.total) + softmax.largest;
      a.losses[row] = log_total - sure * sums.second - uniform * sums.first;
    }
  }
}

}  // namespace dragoman
