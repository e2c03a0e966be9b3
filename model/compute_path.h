#pragma once

#include <torch/types.h>

namespace dragoman {

/// While one lives, its thread computes tensors on the CPU as those of any other device: by
/// LibTorch's operations alone. So what a GPU runs can be compared with our kernels.
class OperationsOnly {
 public:
  OperationsOnly();
  ~OperationsOnly();
  OperationsOnly(const OperationsOnly&) = delete;
  OperationsOnly& operator=(const OperationsOnly&) = delete;

 private:
  bool before_;
};

/// Whether our kernels may compute with a tensor: it is on the CPU, and no OperationsOnly lives.
bool runs_kernels(const torch::Tensor& tensor);

}  // namespace dragoman
