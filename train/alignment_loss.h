#pragma once

#include "architecture/model_settings.h"
#include "train/batch_tensors.h"

namespace dragoman {

/// The sum over target tokens that have links of the cross entropy between their links, evenly
/// weighed, and the attention of a guided head; the mean of these heads (Garg et al. 2019, equation
/// 5, but for the target context, which is here that of translation). log_weights [B, heads, T, S]
/// of fp32, as Transformer::decode() gives them; links must not be empty. kFollowing takes the
/// attention of the position after a token's, which each word's token has: end of sentence's at
/// least (Chen et al. 2020).
torch::Tensor alignment_loss_sum(const torch::Tensor& log_weights, const LinkTensors& links,
                                 AlignmentStep step);

}  // namespace dragoman
