#pragma once

#include "architecture/model_settings.h"
#include "train/batch_tensors.h"

namespace dragoman {

/// Returns the loss of guided attention: the cross entropy between a target token's links, evenly
/// weighted, and a guided head's attention. Sums over target tokens with links, averages over the
/// guided heads (Garg et al. 2019, equation 5, except that the target context is that of
/// translation).
/// log_weights [B, heads, T, S] fp32, from Transformer::decode(); links must not be empty.
/// kFollowing takes the attention at the next position (Chen et al. 2020). Each word's token has a
/// next position, because end of sentence follows the last word.
torch::Tensor alignment_loss_sum(const torch::Tensor& log_weights, const LinkTensors& links,
                                 AlignmentStep step);

}  // namespace dragoman
