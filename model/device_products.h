#pragma once

#include <torch/types.h>

#include <optional>

#include "model/optional_tensor.h"

namespace dragoman {

/// A product of two matrices in bf16, summed in fp32: [m, k] x [k, n] -> [m, n]. All tensors are
/// contiguous. `sums` needs transposes_left.
struct DeviceProduct {
  torch::Tensor left;                  // [m, k]; [k, m] if it is to be transposed
  torch::Tensor right;                 // [k, n]; [n, k] if it is to be transposed
  torch::Tensor out;                   // [m, n] in bf16 or fp32
  OptionalTensor bias = std::nullopt;  // [n] in bf16, added to each row
  OptionalTensor sums = std::nullopt;  // [m] in fp32: becomes the sums of left, over k
  bool transposes_left = false;
  bool transposes_right = false;
  bool rectifies = false;  // negative numbers of the product with bias become 0

  int64_t m() const { return out.size(0); }
  int64_t n() const { return out.size(1); }
  int64_t k() const { return left.size(transposes_left ? 0 : 1); }
};

/// Computes a product: by the kernels' own library on GPUs, else by LibTorch's operations.
void multiply(const DeviceProduct& product);

/// Returns whether training computes products with x [.., D] by multiply(): under bf16 autocast,
/// on a device that has kernels.
bool has_device_products(const torch::Tensor& x);

/// Copies in bf16 of all weights in the storage of `one_of_them`, made at once. Exists during a
/// forward pass, if `wanted`.
class CoarseWeights {
 public:
  CoarseWeights(const torch::Tensor& one_of_them, bool wanted);
  ~CoarseWeights();
  CoarseWeights(const CoarseWeights&) = delete;
  CoarseWeights& operator=(const CoarseWeights&) = delete;
};

/// Returns a weight in bf16: from the thread's CoarseWeights, if they have it.
torch::Tensor coarse(const torch::Tensor& weight);

}  // namespace dragoman
