#pragma once

#include <torch/types.h>

#include "model/attention_formula.h"

namespace dragoman {

/// How the rows of the encoder follow one another: every sentence as long as the longest, or
/// packed, one sentence after the other without padding.
enum class SourceRows { kPadded, kPacked };

/// A batch of sentences as the encoder takes it.
struct SourceLayout {
  torch::Tensor ids;        // [B, S], or packed [1, N], int64
  torch::Tensor positions;  // [S] or [N], int64: where in its sentence each token stands
  AttentionMask mask;
};

/// Lays out source [B, S] of int64, padded with `pad`. What has no padding is never packed.
SourceLayout lay_out(const torch::Tensor& source, int64_t pad, SourceRows rows);

}  // namespace dragoman
