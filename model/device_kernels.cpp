#include "model/device_kernels.h"

#include <utility>

#include "model/cuda_kernels.h"

namespace dragoman {
namespace {

thread_local DeviceKernels* for_cpu = nullptr;

}  // namespace

DeviceKernels* device_kernels(const torch::Device& device) {
  if (device.is_cpu()) return for_cpu;
  return device.is_cuda() ? cuda_kernels(device) : nullptr;
}

KernelsForCpu::KernelsForCpu(DeviceKernels& kernels) : before_(std::exchange(for_cpu, &kernels)) {}

KernelsForCpu::~KernelsForCpu() { for_cpu = before_; }

}  // namespace dragoman
