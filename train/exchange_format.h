#pragma once

#include <torch/types.h>

#include "model_folder/train_settings.h"

namespace dragoman {

/// Returns the type in which processes exchange gradients and weights (train.exchange).
inline torch::Dtype exchange_format(const TrainSettings& settings) {
  return settings.exchange == TrainPrecision::kBf16 ? torch::kBFloat16 : torch::kFloat32;
}

/// Rounds fp32 numbers to values of `format`, in place. Gradients and weights are rounded even if
/// they stay in their process, so that no bit depends on the number of processes.
inline void round_to(torch::Dtype format, const torch::Tensor& numbers) {
  if (format != torch::kFloat32) numbers.copy_(numbers.to(format));
}

}  // namespace dragoman
