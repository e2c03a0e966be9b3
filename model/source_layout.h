#pragma once

#include <torch/types.h>

#include "model/attention_formula.h"

namespace dragoman {

/// Layout of the encoder's rows: sentences padded to the longest, or packed one after the other
/// without padding.
enum class SourceRows { kPadded, kPacked };

/// A batch of sentences as the encoder's input, on the computing device.
struct SourceLayout {
  torch::Tensor ids;        // [B, S], or packed [1, N], int64
  torch::Tensor positions;  // [S] or [N], int64: each token's position in its sentence
  AttentionMask mask;
};

/// Lays out source [B, S] (int64 on the CPU, padded with `pad`) for a device, without waiting for
/// it. A batch without padding is never packed.
SourceLayout lay_out(const torch::Tensor& source, int64_t pad, SourceRows rows,
                     const torch::Device& device);

}  // namespace dragoman
