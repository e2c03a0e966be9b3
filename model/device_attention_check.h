#pragma once

#include <torch/types.h>

namespace dragoman {

/// Computes attention of a small example and its gradients by device_attention() and by LibTorch's
/// operations. Returns whether they agree but for rounding.
bool device_attention_agrees(const torch::Device& device);

/// Returns device_attention_agrees(), computed once for each device; false if that throws. Warns if
/// it is false: the kernels are compiled for many kinds of GPUs, and have never run on most of
/// them.
bool device_attention_is_trusted(const torch::Device& device);

}  // namespace dragoman
