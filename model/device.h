#pragma once

#include <string>

#include <torch/types.h>

namespace dragoman {

/// Parses "cpu", "cuda" or "cuda:N". Throws std::invalid_argument for other text, and for a GPU
/// that this LibTorch does not see.
c10::Device parse_device(const std::string& text);

/// Copies a tensor from the CPU to a device asynchronously, through pinned memory. For the CPU,
/// returns the tensor itself.
torch::Tensor copy_ahead(const torch::Tensor& tensor, const torch::Device& device);

}  // namespace dragoman
