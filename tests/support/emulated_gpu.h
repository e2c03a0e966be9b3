#pragma once

#include "model/device_kernels.h"

namespace dragoman {

/// Runs the kernels of model/device_attention.cu, and of the files that it includes, on the CPU:
/// one block after another, and the threads of a block by turns.
class EmulatedGpu : public DeviceKernels {
 public:
  void run(const KernelStart& start, void* argument, const torch::Device& device) override;
  bool multiply(const TensorProduct&) override { return false; }
  bool has_matrix_units() const override { return true; }
  bool has_flash_attention() const override { return false; }
};

}  // namespace dragoman
