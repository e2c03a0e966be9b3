#pragma once

#include <torch/types.h>

#include "architecture/weight.h"
#include "model/transformer.h"

namespace dragoman {

/// The numbers of a tensor of any type, on any device; they are copied only where they are no fp32
/// numbers on the CPU.
Weight to_weight(const torch::Tensor& tensor);

/// Gives the weights of `model` as they are when they are asked for; it must outlive the result.
/// Throws std::invalid_argument for a name or shape that the model does not have.
WeightSource live_weights(const TransformerImpl& model);

}  // namespace dragoman
