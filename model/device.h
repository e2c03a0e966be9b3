#pragma once

#include <string>

#include <torch/types.h>

namespace dragoman {

/// Parses "cpu", "cuda" or "cuda:N". For "cuda", the process with `local_rank` takes GPU local_rank
/// modulo the number of GPUs. Throws std::invalid_argument for other text, and for a GPU that this
/// LibTorch does not see.
c10::Device parse_device(const std::string& text, int local_rank = 0);
/// The same where there are `num_gpus` GPUs.
c10::Device parse_device(const std::string& text, int local_rank, int num_gpus);

/// Keeps LibTorch from using cuDNN's attention on GPUs, which compiles a kernel for every new batch
/// size and length, for some 100 ms each.
void avoid_cudnn_attention(const torch::Device& device);

/// Copies a tensor from the CPU to a device asynchronously, through pinned memory. For the CPU,
/// returns the tensor itself.
torch::Tensor copy_ahead(const torch::Tensor& tensor, const torch::Device& device);

}  // namespace dragoman
