#pragma once

#include "model/optional_tensor.h"

namespace dragoman {

/// What multi-head attention is computed from, contiguous; all of fp32 or all of bf16.
struct AttentionInputs {
  torch::Tensor queries;   // as ProjectedHeads has them
  OptionalTensor memory;   // the same
  OptionalTensor seen;     // AttentionMask::keys
  OptionalTensor offsets;  // AttentionMask::offsets
  int64_t heads;
  bool causal;

  int64_t width() const { return queries.size(2) / (memory ? 1 : 3); }  // D
};

/// Attention's output, as long as the queries and D wide, head by head.
void attend_all(const AttentionInputs& inputs, const torch::Tensor& out);

/// From the loss's gradient with respect to the output, those of queries and memory.
void attend_all_backward(const AttentionInputs& inputs, const torch::Tensor& slope,
                         const torch::Tensor& for_queries, const OptionalTensor& for_memory);

}  // namespace dragoman
