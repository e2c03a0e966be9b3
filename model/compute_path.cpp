#include "model/compute_path.h"

#include <utility>

namespace dragoman {
namespace {

thread_local bool operations_only = false;
thread_local bool own_products = false;

}  // namespace

OperationsOnly::OperationsOnly() : before_(std::exchange(operations_only, true)) {}

OperationsOnly::~OperationsOnly() { operations_only = before_; }

OwnProducts::OwnProducts(bool wanted) : before_(std::exchange(own_products, wanted)) {}

OwnProducts::~OwnProducts() { own_products = before_; }

bool runs_kernels(const torch::Tensor& tensor) { return tensor.is_cpu() && !operations_only; }

bool runs_own_products(const torch::Tensor& tensor) {
  return own_products && runs_kernels(tensor) && tensor.scalar_type() == torch::kFloat32;
}

}  // namespace dragoman
