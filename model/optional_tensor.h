#pragma once

#include <torch/types.h>

#include <optional>

namespace dragoman {

/// An optional argument, in the form that torch::autograd::Function takes.
using OptionalTensor = std::optional<torch::Tensor>;

inline OptionalTensor if_defined(const torch::Tensor& tensor) {
  return tensor.defined() ? OptionalTensor(tensor) : std::nullopt;
}

}  // namespace dragoman
