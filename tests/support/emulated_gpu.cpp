#include "emulated_gpu.h"

#include <ucontext.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "model/device_arguments.h"

// What the kernels use of CUDA.

namespace {

struct Index {
  unsigned x;
};

Index threadIdx, blockIdx, blockDim, gridDim;

/// A thread of a block. All run on one thread of the CPU, by turns: each until it has to wait.
struct BlockThread {
  static constexpr size_t kStack = size_t{1} << 18U;

  ucontext_t context = {};
  std::unique_ptr<std::byte[]> stack = std::make_unique_for_overwrite<std::byte[]>(kStack);
  bool is_done = false;
  unsigned turn = 0;  // of shown_to_warp()
};

ucontext_t after_block;
std::vector<BlockThread> threads_of_block;
unsigned num_done = 0;  // of them

/// Lets the next thread go on; there is one that is not done. Returns when it is this one's turn.
void give_turn() {
  BlockThread& own = threads_of_block[threadIdx.x];
  do threadIdx.x = (threadIdx.x + 1) % blockDim.x;
  while (threads_of_block[threadIdx.x].is_done);
  swapcontext(&own.context, &threads_of_block[threadIdx.x].context);
}

/// Where some threads of a block wait for each other.
struct Barrier {
  unsigned size = 0;
  unsigned arrived = 0;
  unsigned phase = 0;

  void wait() {
    const unsigned own = phase;
    if (++arrived == size) {
      arrived = 0;
      ++phase;
    }
    while (phase == own) give_turn();
  }
};

Barrier barrier_of_block;
std::vector<Barrier> barriers_of_warps;

void __syncthreads() { barrier_of_block.wait(); }

/// Shows a value to the other threads of a warp. Returns those of all threads of the block.
template <class Value>
const std::array<Value, 1024>& shown_to_warp(const Value& value) {
  static std::array<std::array<Value, 1024>, 2> values;
  unsigned& turn = threads_of_block[threadIdx.x].turn;
  turn ^= 1U;  // the last turn's values may still be read
  values[turn][threadIdx.x] = value;
  barriers_of_warps[threadIdx.x / 32].wait();
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
  const PairsOfTiles shown{{a[0], a[1], a[2], a[3]}, {b[0], b[1]}};
  const auto& all = shown_to_warp(shown);
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
#define __launch_bounds__(threads)
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

std::function<void()> work_of_thread;

void run_thread() {
  work_of_thread();
  threads_of_block[threadIdx.x].is_done = true;
  if (++num_done < blockDim.x) give_turn();
}

void begin_thread(BlockThread& thread) {
  thread.is_done = false;
  getcontext(&thread.context);
  thread.context.uc_stack.ss_sp = thread.stack.get();
  thread.context.uc_stack.ss_size = BlockThread::kStack;
  thread.context.uc_link = &after_block;
  makecontext(&thread.context, run_thread, 0);
}

void run_block() {
  for (unsigned i = 0; i < blockDim.x; ++i) begin_thread(threads_of_block[i]);
  num_done = 0;
  threadIdx.x = 0;
  swapcontext(&after_block, &threads_of_block[0].context);
}

}  // namespace

void EmulatedGpu::run(const KernelStart& start, void* argument, const torch::Device& device) {
  if (!device.is_cpu()) throw std::invalid_argument("the CPU emulates GPUs for its own tensors");
  if (start.shared_bytes > static_cast<int64_t>(sizeof memory_of_block))
    throw std::invalid_argument("a block has less shared memory");
  const Kernel& work = kKernels.at(start.kernel);
  blockDim.x = static_cast<unsigned>(start.threads_of_block);
  gridDim.x = static_cast<unsigned>(start.blocks);
  if (threads_of_block.size() < blockDim.x) threads_of_block.resize(blockDim.x);
  barrier_of_block = {.size = blockDim.x};
  barriers_of_warps.clear();
  for (unsigned first = 0; first < blockDim.x; first += 32)
    barriers_of_warps.push_back({.size = std::min(32U, blockDim.x - first)});
  work_of_thread = [&work, argument] { work(argument); };
  for (blockIdx.x = 0; blockIdx.x < gridDim.x; ++blockIdx.x) run_block();
}

}  // namespace dragoman
