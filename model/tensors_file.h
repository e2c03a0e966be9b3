#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/safetensors.h"
#include "model/transformer.h"

namespace dragoman {

/// Tensors with their names, in the order of a file.
using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// The model's parameters, in the order in which they were registered.
NamedTensors named_weights(const TransformerImpl& model);

/// Writes tensors of any device and of fp32, bf16, fp16 or int64 as a safetensors file, atomically.
void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata);

/// A tensor of a safetensors file as a copy on the CPU.
torch::Tensor to_tensor(const TensorView& view);

/// Copies the tensors of a file (converted to fp32) into the tensors of the same names, whatever
/// device they are on. Throws std::runtime_error naming the file and the first tensor that is
/// missing, left over, or of another shape.
void load_tensors(const std::string& path, const NamedTensors& into);

}  // namespace dragoman
