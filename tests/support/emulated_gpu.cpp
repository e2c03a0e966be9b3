#include "emulated_gpu.h"

#include <algorithm>
#include <array>
#include <barrier>
#include <bit>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "model/device_arguments.h"

// What the kernels use of CUDA.

namespace {

struct Index {
  unsigned x;
};

thread_local Index threadIdx, blockIdx;
Index blockDim, gridDim;
std::barrier<>* barrier_of_block = nullptr;
std::deque<std::barrier<>> barriers_of_warps;

void __syncthreads() { barrier_of_block->arrive_and_wait(); }

/// Shows a value to the other threads of a warp. Returns those of all threads of the block.
template <class Value>
const std::array<Value, 1024>& shown_to_warp(const Value& value) {
  static std::array<std::array<Value, 1024>, 2> values;
  thread_local unsigned turn = 0;  // the last turn's values may still be read
  turn ^= 1U;
  values[turn][threadIdx.x] = value;
  barriers_of_warps[threadIdx.x / 32].arrive_and_wait();
  return values[turn];
}

float __shfl_xor_sync(unsigned, float value, int step) {
  return shown_to_warp(value)[threadIdx.x ^ static_cast<unsigned>(step)];
}

/// Pairs of bf16 of both tiles, as model/device_tiles.cu spreads them.
struct PairsOfTiles {
  std::array<unsigned, 4> left;
  std::array<unsigned, 2> right;
};

float number_of_pair(unsigned pair, int place) {
  return std::bit_cast<float>(place % 2 == 0 ? pair << 16 : pair & 0xffff0000U);
}

void add_product_of_tiles(const unsigned (&a)[4], const unsigned (&b)[2], float (&sum)[4]) {
  const auto& all = shown_to_warp(PairsOfTiles{{a[0], a[1], a[2], a[3]}, {b[0], b[1]}});
  const auto own = static_cast<int>(threadIdx.x), warp = own / 32 * 32;
  for (int i = 0; i < 4; ++i) {
    const int row = own % 32 / 4, column = own % 4 * 2 + i % 2;
    for (int k = 0; k < 16; ++k) {
      const auto of_left = static_cast<size_t>(warp + 4 * row + k % 8 / 2),
                 of_right = static_cast<size_t>(warp + 4 * column + k % 8 / 2);
      sum[i] += number_of_pair(all[of_left].left[static_cast<size_t>(i / 2 + k / 8 * 2)], k) *
                number_of_pair(all[of_right].right[static_cast<size_t>(k / 8)], k);
    }
  }
}

float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
unsigned __float_as_uint(float number) { return std::bit_cast<unsigned>(number); }

}  // namespace

#define __device__
#define __global__
#define __forceinline__ inline
#define __shared__ static
#include "model/device_rows.cu"

namespace {

std::array<dragoman::Words, 4096> memory_of_block;
dragoman::Words* const shared_words = memory_of_block.data();

}  // namespace

#include "model/device_attention.cu"

namespace dragoman {
namespace {

using Kernel = std::function<void(void*)>;

template <class Argument>
Kernel taking(void (*kernel)(Argument)) {
  return [kernel](void* argument) { kernel(*static_cast<Argument*>(argument)); };
}

const std::map<std::string, Kernel> kKernels{
    {"sum_rows", taking<DeviceSum>(sum_rows)},
    {"sum_rows_backward", taking<DeviceSumGradient>(sum_rows_backward)},
    {"softmax_gradient", taking<DeviceSoftmax>(softmax_gradient)},
    {"attend", taking<DeviceAttention>(attend)},
    {"attend_backward", taking<DeviceAttention>(attend_backward)}};

}  // namespace

void EmulatedGpu::run(const KernelStart& start, void* argument, const torch::Device& device) {
  if (!device.is_cpu()) throw std::invalid_argument("the CPU emulates GPUs for its own tensors");
  if (start.shared_bytes > static_cast<int64_t>(sizeof memory_of_block))
    throw std::invalid_argument("a block has less shared memory");
  const Kernel& work = kKernels.at(start.kernel);
  blockDim.x = static_cast<unsigned>(start.threads_of_block);
  gridDim.x = static_cast<unsigned>(start.blocks);
  std::barrier<> barrier(start.threads_of_block);
  barrier_of_block = &barrier;
  barriers_of_warps.clear();
  for (int64_t first = 0; first < start.threads_of_block; first += 32)
    barriers_of_warps.emplace_back(std::min<int64_t>(32, start.threads_of_block - first));
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < blockDim.x; ++number) {
    threads.emplace_back([&, number] {
      threadIdx.x = number;
      for (unsigned block = 0; block < gridDim.x; ++block) {
        blockIdx.x = block;
        work(argument);
        __syncthreads();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace dragoman
