#pragma once

#include <torch/types.h>

#include <cstdint>

namespace dragoman {

struct TensorProduct;

/// A kernel, and how to start it.
struct KernelStart {
  const char* kernel;
  int64_t blocks;
  int64_t threads_of_block;
  int64_t shared_bytes = 0;  // of a block
};

/// Runs the kernels of model/device_attention.cu and of the files that it includes on one device.
class DeviceKernels {
 public:
  virtual ~DeviceKernels() = default;
  /// Starts a kernel, which computes in the order of the current stream of `device`. `argument`
  /// points to the kernel's struct of model/device_arguments.h.
  virtual void run(const KernelStart& start, void* argument, const torch::Device& device) = 0;
  /// Starts a product in the order of the current stream of the operands' device. Returns false if
  /// the device has no library for it.
  virtual bool multiply(const TensorProduct& product) = 0;
  /// Returns whether the device has units that multiply matrices in bf16.
  virtual bool has_matrix_units() const = 0;
  /// Returns whether the device has LibTorch's flash attention in bf16.
  virtual bool has_flash_attention() const = 0;
};

/// Returns what runs the kernels on a device. Returns nullptr if LibTorch's operations compute
/// there: on CPUs without KernelsForCpu, on GPUs that cannot run the kernels, and if
/// DRAGOMAN_DEVICE_KERNELS=0 is set.
DeviceKernels* device_kernels(const torch::Device& device);

/// While one exists, `kernels` compute for tensors on the CPU in its thread. Tests compare the
/// kernels with ours for the CPU in this way, together with OperationsOnly.
class KernelsForCpu {
 public:
  explicit KernelsForCpu(DeviceKernels& kernels);
  ~KernelsForCpu();
  KernelsForCpu(const KernelsForCpu&) = delete;
  KernelsForCpu& operator=(const KernelsForCpu&) = delete;

 private:
  DeviceKernels* before_;
};

}  // namespace dragoman
