#pragma once

#include <torch/types.h>

namespace dragoman {

/// Computes attention of a small example and its gradients by device_attention() and by LibTorch's
/// operations. Returns whether they agree but for rounding.
bool device_attention_agrees(const torch::Device& device);

/// The same, but computed once for each device, and with a warning if they do not: the kernels are
/// compiled for GPUs of many kinds, most of which have never run them.
bool device_attention_is_trusted(const torch::Device& device);

}  // namespace dragoman
