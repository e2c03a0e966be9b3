#pragma once

#include <torch/types.h>

#include "model/attention_formula.h"

namespace dragoman {

/// How the rows of the encoder follow one another: every sentence as long as the longest, or
/// packed, one sentence after the other without padding.
enum class SourceRows { kPadded, kPacked };

/// A batch of sentences as the encoder takes it, on the device that computes.
struct SourceLayout {
  torch::Tensor ids;        // [B, S], or packed [1, N], int64
  torch::Tensor positions;  // [S] or [N], int64: where in its sentence each token stands
  AttentionMask mask;
};

/// Lays out source [B, S] of int64 on the CPU, padded with `pad`, for a device, which is not waited
/// for. What has no padding is never packed.
SourceLayout lay_out(const torch::Tensor& source, int64_t pad, SourceRows rows,
                     const torch::Device& device);

}  // namespace dragoman
