#include "model/tensor_products.h"

#include <ATen/autocast_mode.h>

#include "model/compute_path.h"
#include "model/cpu_products.h"
#include "model/device_kernels.h"

namespace dragoman {
namespace {

/// A copy in bf16 of the array of all weights, and the storage of that array.
struct Bf16Array {
  torch::Tensor copy;
  const void* storage = nullptr;
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

Bf16Weights::Bf16Weights(const torch::Tensor& one_of_them, bool wanted) {
  if (!wanted) return;
  torch::NoGradGuard no_grad;
  const auto count = static_cast<int64_t>(one_of_them.storage().nbytes()) /
                     static_cast<int64_t>(one_of_them.element_size());
  bf16_array = {one_of_them.as_strided({count}, {1}, 0).to(torch::kBFloat16),
                storage_of(one_of_them)};
}

Bf16Weights::~Bf16Weights() { bf16_array = {}; }

torch::Tensor weight_in_bf16(const torch::Tensor& weight) {
  torch::NoGradGuard no_grad;
  const bool is_copied = bf16_array.copy.defined() && storage_of(weight) == bf16_array.storage;
  return is_copied
             ? bf16_array.copy.as_strided(weight.sizes(), weight.strides(), weight.storage_offset())
             : weight.to(torch::kBFloat16);
}

}  // namespace dragoman
