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

/// While one exists and is `wanted`, its thread computes products of fp32 on the CPU, and sums over
/// rows, by our kernels. Otherwise it does so by LibTorch's, whose results depend on the processor.
class OwnProducts {
 public:
  explicit OwnProducts(bool wanted);
  ~OwnProducts();
  OwnProducts(const OwnProducts&) = delete;
  OwnProducts& operator=(const OwnProducts&) = delete;

 private:
  bool before_;
};

/// Returns whether our kernels may compute with a tensor: it is on the CPU, and this thread has no
/// OperationsOnly.
bool runs_kernels(const torch::Tensor& tensor);

/// Returns whether our kernels compute products with a tensor: also, it is fp32, and the thread has
/// OwnProducts.
bool runs_own_products(const torch::Tensor& tensor);

}  // namespace dragoman
