#pragma once

#include <torch/types.h>

#include "architecture/weight.h"
#include "model/transformer.h"

namespace dragoman {

/// Returns a tensor of any type and device as fp32 on the CPU. Copies only if the tensor is not
/// contiguous fp32 on the CPU already.
Weight to_weight(const torch::Tensor& tensor);

/// Returns a source that reads the current weights of `model`, which must outlive the source. The
/// source throws std::invalid_argument for a name or shape that the model does not have.
WeightSource live_weights(const TransformerImpl& model);

}  // namespace dragoman
