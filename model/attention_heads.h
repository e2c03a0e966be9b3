#pragma once

#include "model/optional_tensor.h"

namespace dragoman {

/// Inputs of multi-head attention: contiguous, all fp32 or all bf16.
struct AttentionInputs {
  torch::Tensor queries;   // ProjectedHeads::queries
  OptionalTensor memory;   // ProjectedHeads::memory
  OptionalTensor seen;     // AttentionMask::keys
  OptionalTensor offsets;  // AttentionMask::offsets
  int64_t heads;
  bool causal;

  int64_t width() const { return queries.size(2) / (memory ? 1 : 3); }  // D
};

/// Computes attention head by head into `out`, [B, T, D] or packed as the queries are.
void attend_all(const AttentionInputs& inputs, const torch::Tensor& out);

/// Computes the gradients for queries and memory from `slope`, the gradient of the loss with
/// respect to the output.
void attend_all_backward(const AttentionInputs& inputs, const torch::Tensor& slope,
                         const torch::Tensor& for_queries, const OptionalTensor& for_memory);

}  // namespace dragoman
