#include "model/device_products.h"

#include <ATen/autocast_mode.h>

#include "model/device_kernels.h"

namespace dragoman {
namespace {

/// A copy in bf16 of the array of all weights, and the storage of that array.
struct CoarseArray {
  torch::Tensor copy;
  const void* storage = nullptr;
};

thread_local CoarseArray coarse_array;

const void* storage_of(const torch::Tensor& tensor) {
  return tensor.storage().unsafeGetStorageImpl();
}

void multiply_by_operations(const DeviceProduct& product) {
  const torch::Tensor left = product.transposes_left ? product.left.t() : product.left,
                      right = product.transposes_right ? product.right.t() : product.right;
  torch::Tensor found =
      product.bias ? torch::addmm(*product.bias, left, right) : torch::mm(left, right);
  if (product.rectifies) found.relu_();
  product.out.copy_(found);
  if (product.sums) product.sums->copy_(product.left.sum(0, /*keepdim=*/false, torch::kFloat32));
}

}  // namespace

void multiply(const DeviceProduct& product) {
  DeviceKernels* const kernels = device_kernels(product.left.device());
  const bool is_empty = product.left.numel() == 0 || product.right.numel() == 0;
  if (is_empty || kernels == nullptr || !kernels->multiply(product))
    multiply_by_operations(product);
}

bool has_device_products(const torch::Tensor& x) {
  return at::autocast::is_autocast_enabled(x.device().type()) &&
         device_kernels(x.device()) != nullptr;
}

CoarseWeights::CoarseWeights(const torch::Tensor& one_of_them, bool wanted) {
  if (!wanted) return;
  torch::NoGradGuard no_grad;
  const auto count = static_cast<int64_t>(one_of_them.storage().nbytes()) /
                     static_cast<int64_t>(one_of_them.element_size());
  coarse_array = {one_of_them.as_strided({count}, {1}, 0).to(torch::kBFloat16),
                  storage_of(one_of_them)};
}

CoarseWeights::~CoarseWeights() { coarse_array = {}; }

torch::Tensor coarse(const torch::Tensor& weight) {
  torch::NoGradGuard no_grad;
  const bool is_copied = coarse_array.copy.defined() && storage_of(weight) == coarse_array.storage;
  return is_copied ? coarse_array.copy.as_strided(weight.sizes(), weight.strides(),
                                                  weight.storage_offset())
                   : weight.to(torch::kBFloat16);
}

}  // namespace dragoman
