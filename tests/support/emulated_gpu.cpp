#include "emulated_gpu.h"

#include <array>
#include <barrier>
#include <bit>
#include <cmath>
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

void __syncthreads() { barrier_of_block->arrive_and_wait(); }

float __shfl_xor_sync(unsigned, float value, int step) {
  static std::array<std::array<float, 1024>, 2> values;
  thread_local unsigned turn = 0;  // the last turn's values may still be read
  turn ^= 1U;
  values[turn][threadIdx.x] = value;
  __syncthreads();
  return values[turn][threadIdx.x ^ static_cast<unsigned>(step)];
}

float __uint_as_float(unsigned bits) { return std::bit_cast<float>(bits); }
unsigned __float_as_uint(float number) { return std::bit_cast<unsigned>(number); }

}  // namespace

#define __device__
#define __global__
#define __shared__ static
#include "model/device_rows.cu"

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
    {"softmax_gradient", taking<DeviceSoftmax>(softmax_gradient)}};

}  // namespace

void EmulatedGpu::run(const KernelStart& start, void* argument, const torch::Device& device) {
  if (!device.is_cpu()) throw std::invalid_argument("the CPU emulates GPUs for its own tensors");
  const Kernel& work = kKernels.at(start.kernel);
  blockDim.x = static_cast<unsigned>(start.threads_of_block);
  gridDim.x = static_cast<unsigned>(start.blocks);
  std::barrier<> barrier(start.threads_of_block);
  barrier_of_block = &barrier;
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
