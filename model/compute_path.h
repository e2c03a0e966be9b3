#pragma once

#include <torch/types.h>

namespace dragoman {

/// While one exists, its thread uses LibTorch's operations, not our kernels, for tensors on the
/// CPU, as for other devices. Tests compare a GPU's code path with our kernels in this way.
class OperationsOnly {
 public:
  OperationsOnly();
  ~OperationsOnly();
  OperationsOnly(const OperationsOnly&) = delete;
  OperationsOnly& operator=(const OperationsOnly&) = delete;

 private:
  bool before_;
};

/// Returns whether our kernels may compute with a tensor: it is on the CPU, and this thread has no
/// OperationsOnly.
bool runs_kernels(const torch::Tensor& tensor);

}  // namespace dragoman
