#pragma once

#include "model/device_kernels.h"

namespace dragoman {

/// Returns what runs the kernels on one of NVIDIA's GPUs. NVRTC compiles them at the first call for
/// that GPU, in one or two seconds, and the driver starts them. Both are found in LibTorch, so that
/// neither building nor running needs a CUDA toolkit. Returns nullptr, after one warning, if they
/// do not compile here, and if DRAGOMAN_DEVICE_KERNELS=0 is set.
DeviceKernels* cuda_kernels(const torch::Device& device);

}  // namespace dragoman
