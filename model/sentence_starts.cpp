#include "model/sentence_starts.h"

namespace dragoman {
namespace {

/// Returns those of rows [B, length, ..].
SentenceStarts starts_of_padded(const torch::Tensor& rows) {
  const int64_t count = rows.size(0), length = rows.size(1);
  const auto options = rows.options().dtype(torch::kInt32).requires_grad(false);
  return {torch::arange(0, (count + 1) * length, length, options), length};
}

}  // namespace

StartsOfHeads starts_of(const ProjectedHeads& heads, const AttentionMask& mask) {
  const SentenceStarts keys = mask.offsets.defined()
                                  ? SentenceStarts{mask.starts, mask.keys.size(3)}
                                  : starts_of_padded(heads.attended());
  return {heads.is_self() ? keys : starts_of_padded(heads.queries), keys};
}

}  // namespace dragoman
