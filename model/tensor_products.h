#pragma once

#include <torch/types.h>

#include <cstdint>
#include <vector>

#include "model/optional_tensor.h"

namespace dragoman {

/// A product of two matrices: [m, k] x [k, n] -> [m, n]. Both have one type. Products of bf16 are
/// summed in fp32. Elements of a row lie side by side; on devices, tensors are contiguous.
struct TensorProduct {
  torch::Tensor left;                  // [m, k]; [k, m] if it is to be transposed
  torch::Tensor right;                 // [k, n]; [n, k] if it is to be transposed
  torch::Tensor out;                   // [m, n] in the factors' type or fp32
  OptionalTensor bias = std::nullopt;  // [n] in the factors' type, added to each row
  OptionalTensor sums = std::nullopt;  // [m]: becomes the sums of left, over k
  bool transposes_left = false;        // must be true with `sums`
  bool transposes_right = false;
  bool rectifies = false;  // negative numbers of the product with bias become 0
  bool adds = false;       // adds to `out`, without bias; not in bf16 on devices

  int64_t m() const { return out.size(0); }
  int64_t n() const { return out.size(1); }
  int64_t k() const { return left.size(transposes_left ? 0 : 1); }
};

/// Computes a product: by our kernels if runs_own_products(), in bf16 by the library of a device's
/// kernels, else by LibTorch's operations.
void multiply(const TensorProduct& product);

/// Returns whether training computes products with x [.., D] in bf16 by the library of its device's
/// kernels: under autocast, on a device that has kernels.
bool has_device_products(const torch::Tensor& x);

/// Copies in bf16 of all weights in the storage of `one_of_them`. Exists during a forward pass, if
/// `wanted`. `ends` divides the storage, in elements: the weights up to an end are rounded together
/// when one of them is first used. They must have arrived by then (TransformerImpl::await_weights).
class Bf16Weights {
 public:
  Bf16Weights(const torch::Tensor& one_of_them, std::vector<int64_t> ends, bool wanted);
  ~Bf16Weights();
  Bf16Weights(const Bf16Weights&) = delete;
  Bf16Weights& operator=(const Bf16Weights&) = delete;
};

/// Returns a contiguous weight in bf16: from the thread's Bf16Weights, if they have it.
torch::Tensor weight_in_bf16(const torch::Tensor& weight);

}  // namespace dragoman
