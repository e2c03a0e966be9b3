#pragma once

#include <torch/types.h>

#include <optional>

namespace dragoman {

/// As a torch::autograd::Function takes an argument that may be missing.
using OptionalTensor = std::optional<torch::Tensor>;

inline OptionalTensor if_defined(const torch::Tensor& tensor) {
  return tensor.defined() ? OptionalTensor(tensor) : std::nullopt;
}

}  // namespace dragoman
