#pragma once

#include <torch/types.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "io/safetensors.h"
#include "model/transformer.h"

namespace dragoman {

/// Named tensors, in the order of a file.
using NamedTensors = std::vector<std::pair<std::string, torch::Tensor>>;

/// Returns the model's parameters in the order of their registration.
NamedTensors named_weights(const TransformerImpl& model);

/// Copies the weights of a file into a model on any device. Throws as WeightsFile::read() and
/// WeightsFile::check_all_found() do.
void load_weights(const std::string& path, const TransformerImpl& model);

/// Writes tensors of fp32, bf16, fp16 or int64, on any device, as a safetensors file, atomically.
void write_tensors(const std::string& path, const NamedTensors& tensors,
                   const std::map<std::string, std::string>& metadata);

/// Copies a tensor of a safetensors file to the CPU.
torch::Tensor to_tensor(const TensorView& view);

/// Copies the tensors of a file, converted to fp32, into the tensors of the same names, on any
/// device. Throws std::runtime_error naming the file and the first tensor that is missing, left
/// over, or of another shape.
void load_tensors(const std::string& path, const NamedTensors& into);

}  // namespace dragoman
