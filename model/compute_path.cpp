#include "model/compute_path.h"

#include <utility>

namespace dragoman {
namespace {

thread_local bool operations_only = false;

}  // namespace

OperationsOnly::OperationsOnly() : before_(std::exchange(operations_only, true)) {}

OperationsOnly::~OperationsOnly() { operations_only = before_; }

bool runs_kernels(const torch::Tensor& tensor) { return tensor.is_cpu() && !operations_only; }

}  // namespace dragoman
