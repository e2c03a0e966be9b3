#include "train/alignment_loss.h"

namespace dragoman {

torch::Tensor alignment_loss_sum(const torch::Tensor& log_weights, const LinkTensors& links,
                                 AlignmentStep step) {
  const int64_t heads = log_weights.size(1), later = step == AlignmentStep::kFollowing ? 1 : 0;
  const torch::Tensor by_head = log_weights.transpose(0, 1).reshape({heads, -1}),
                      linked = (links.targets + later) * log_weights.size(3) + links.sources;
  return -(by_head.index_select(1, linked) * links.weights).sum() / heads;
}

}  // namespace dragoman
