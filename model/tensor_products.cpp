#include "model/tensor_products.h"

#include <ATen/autocast_mode.h>

#include <algorithm>
#include <utility>

#include "model/compute_path.h"
#include "model/cpu_products.h"
#include "model/device_kernels.h"

namespace dragoman {
namespace {

/// A copy in bf16 of the array of all weights, which begins empty.
struct Bf16Array {
  torch::Tensor exact;
  torch::Tensor copy;  // [n] like exact
  /// Shares the memory of `copy`, but not its version: autograd would take views of the copy that
  /// it has saved for changed.
  torch::Tensor target;
  std::vector<int64_t> ends;
  int64_t rounded = 0;  // elements, from the beginning
  const void* storage = nullptr;

  /// Fills the copy as far as the next of `ends` after `end` elements.
  void round_to(int64_t end) {
    if (end <= rounded) return;
    const int64_t size = *std::lower_bound(ends.begin(), ends.end(), end) - rounded;
    target.narrow(0, rounded, size).copy_(exact.narrow(0, rounded, size));
    rounded += size;
  }
};

thread_local Bf16Array bf16_array;

const void* storage_of(const torch::Tensor& tensor) {
  return tensor.storage().unsafeGetStorageImpl();
}

void multiply_by_operations(const TensorProduct& product) {
  const torch::Tensor left = product.transposes_left ? product.left.t() : product.left,
                      right = product.transposes_right ? product.right.t() : product.right;
  torch::Tensor out = product.out;
  const bool widens = out.scalar_type() != left.scalar_type();
  if (product.adds) {
    widens ? out.add_(torch::mm(left, right)) : out.addmm_(left, right);
  } else if (widens) {
    out.copy_(product.bias ? torch::addmm(*product.bias, left, right) : torch::mm(left, right));
  } else {
    product.bias ? at::addmm_out(out, *product.bias, left, right) : at::mm_out(out, left, right);
  }
  if (product.rectifies) out.relu_();
  if (product.sums)
    product.sums->copy_(product.left.sum(0, /*keepdim=*/false, product.sums->scalar_type()));
}

bool multiply_on_device(const TensorProduct& product) {
  if (product.left.scalar_type() != torch::kBFloat16) return false;
  DeviceKernels* const kernels = device_kernels(product.left.device());
  const bool is_empty = product.left.numel() == 0 || product.right.numel() == 0;
  return kernels != nullptr && !is_empty && kernels->multiply(product);
}

}  // namespace

void multiply(const TensorProduct& product) {
  if (runs_own_products(product.left))
    multiply_on_cpu(product);
  else if (!multiply_on_device(product))
    multiply_by_operations(product);
}

bool has_device_products(const torch::Tensor& x) {
  return at::autocast::is_autocast_enabled(x.device().type()) &&
         device_kernels(x.device()) != nullptr;
}

Bf16Weights::Bf16Weights(const torch::Tensor& one_of_them, std::vector<int64_t> ends, bool wanted) {
  if (!wanted) return;
  torch::NoGradGuard no_grad;
  const auto count = static_cast<int64_t>(one_of_them.storage().nbytes()) /
                     static_cast<int64_t>(one_of_them.element_size());
  const torch::Tensor exact = one_of_them.as_strided({count}, {1}, 0),
                      copy = torch::empty_like(exact, torch::kBFloat16);
  ends.push_back(count);
  bf16_array = {exact, copy, copy.variable_data(), std::move(ends), 0, storage_of(one_of_them)};
}

Bf16Weights::~Bf16Weights() { bf16_array = {}; }

torch::Tensor weight_in_bf16(const torch::Tensor& weight) {
  torch::NoGradGuard no_grad;
  const bool is_copied = bf16_array.copy.defined() && storage_of(weight) == bf16_array.storage;
  if (!is_copied) return weight.to(torch::kBFloat16);
  bf16_array.round_to(weight.storage_offset() + weight.numel());
  return bf16_array.copy.as_strided(weight.sizes(), weight.strides(), weight.storage_offset());
}

}  // namespace dragoman
