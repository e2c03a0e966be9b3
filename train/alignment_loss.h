#pragma once

#include "train/batch_tensors.h"

namespace dragoman {

/// The sum over target tokens that have links of the cross entropy between their links, evenly
/// weighed, and the attention of a guided head; the mean of these heads (Garg et al. 2019, equation
/// 5, but for the target context, which is here that of translation). log_weights [B, heads, T, S]
/// of fp32, as Transformer::decode() gives them; links must not be empty.
torch::Tensor alignment_loss_sum(const torch::Tensor& log_weights, const LinkTensors& links);

}  // namespace dragoman
