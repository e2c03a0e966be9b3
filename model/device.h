#pragma once

#include <string>

#include <torch/types.h>

namespace dragoman {

/// cpu, cuda or cuda:N. Throws std::invalid_argument for other text, and for a GPU that this
/// machine or this LibTorch does not have.
c10::Device parse_device(const std::string& text);

/// A tensor on the CPU, copied to a device by way of pinned memory, from which the device fetches
/// it while the calling thread goes on; on the CPU the tensor itself.
torch::Tensor copy_ahead(const torch::Tensor& tensor, const torch::Device& device);

}  // namespace dragoman
