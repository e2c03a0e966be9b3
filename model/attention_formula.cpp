#include "model/attention_formula.h"

#include <torch/utils.h>

#include <cmath>

#include "model/device_attention.h"
#include "model/flash_attention.h"
#include "model/float_rows.h"
#include "model/fused_attention.h"
#include "model/packed_rows.h"

namespace dragoman {
namespace {

torch::Tensor combined_mask(const torch::Tensor& queries, const AttentionMask& mask) {
  if (!mask.causal) return mask.keys;
  const torch::Tensor causal = causal_mask(queries.size(2), queries.device());
  return mask.keys.defined() ? causal.logical_and(mask.keys) : causal;
}

/// Returns q k^T / sqrt(d), minus infinity for masked keys.
torch::Tensor masked_scores(const torch::Tensor& queries, const torch::Tensor& keys,
                            const torch::Tensor& mask) {
  const double scale = 1.0 / std::sqrt(static_cast<double>(queries.size(-1)));
  const torch::Tensor scores = torch::matmul(queries, keys.transpose(-2, -1)) * scale;
  if (!mask.defined()) return scores;
  return scores.masked_fill(mask.logical_not(), -std::numeric_limits<float>::infinity());
}

/// Pads packed projections; returns others unchanged.
ProjectedHeads unpack(const ProjectedHeads& heads, const AttentionMask& mask) {
  if (!mask.offsets.defined()) return heads;
  if (heads.is_self()) return {unpack_rows(heads.queries, mask), {}, heads.heads};
  return {heads.queries, unpack_rows(heads.memory, mask), heads.heads};
}

torch::Tensor attend_by_operations(const ProjectedHeads& packed, const AttentionMask& mask,
                                   Dropout& dropout) {
  const ProjectedHeads heads = unpack(packed, mask);
  auto parts = split_heads(heads.attended(), heads.heads, heads.is_self() ? 3 : 2);
  if (!heads.is_self()) parts.insert(parts.begin(), split_heads(heads.queries, heads.heads, 1)[0]);
  const torch::Tensor out = join_heads(attend(parts[0], {parts[1], parts[2]}, mask, dropout));
  return heads.is_self() && mask.offsets.defined() ? pack_rows(out, mask) : out;
}

}  // namespace

torch::Tensor attend(const ProjectedHeads& heads, const AttentionMask& mask, Dropout& dropout) {
  if (!dropout->drops()) {
    if (has_device_attention(heads, mask)) return device_attention(heads, mask);
    if (has_flash_attention(heads, mask)) return flash_attention(heads, mask);
  }
  const bool fuses = mask.offsets.defined() ? has_float_rows(heads.queries)
                                            : can_fuse_attention(heads.queries, heads.head_width(),
                                                                 heads.attended().size(1));
  return fuses && !dropout->drops() ? fused_attention(heads, mask)
                                    : attend_by_operations(heads, mask, dropout);
}

torch::Tensor attend(const torch::Tensor& queries, const KeyValues& memory,
                     const AttentionMask& mask, Dropout& dropout) {
  if (dropout->drops()) {
    const torch::Tensor weights =
        attention_weights(queries, memory.keys, combined_mask(queries, mask));
    return torch::matmul(dropout(weights), memory.values);
  }
  const bool only_causal = mask.causal && !mask.keys.defined();
  const torch::Tensor seen = only_causal ? torch::Tensor() : combined_mask(queries, mask);
  const auto optional_mask = seen.defined() ? std::optional<torch::Tensor>(seen) : std::nullopt;
  return at::scaled_dot_product_attention(queries, memory.keys, memory.values, optional_mask, 0.0,
                                          only_causal);
}

torch::Tensor attention_weights(const torch::Tensor& queries, const torch::Tensor& keys,
                                const torch::Tensor& mask) {
  return torch::softmax(masked_scores(queries, keys, mask), -1);
}

torch::Tensor log_weights_of_heads(const ProjectedHeads& heads, const AttentionMask& mask,
                                   int64_t count) {
  const int64_t columns = heads.queries.size(2) / heads.heads * count;
  torch::Tensor memory = heads.memory.narrow(2, 0, columns);
  if (mask.offsets.defined()) memory = unpack_rows(memory, mask);
  const torch::Tensor queries = split_heads(heads.queries.narrow(2, 0, columns), count, 1)[0],
                      keys = split_heads(memory, count, 1)[0];
  return torch::log_softmax(masked_scores(queries, keys, mask.keys), -1, torch::kFloat32);
}

torch::Tensor causal_mask(int64_t length, const torch::Device& device) {
  return torch::ones({length, length}, torch::TensorOptions(torch::kBool).device(device)).tril();
}

std::vector<torch::Tensor> split_heads(const torch::Tensor& projected, int64_t heads,
                                       int64_t parts) {
  return projected.view({projected.size(0), projected.size(1), parts * heads, -1})
      .transpose(1, 2)
      .chunk(parts, 1);
}

torch::Tensor join_heads(const torch::Tensor& x) {
  return x.transpose(1, 2).reshape({x.size(0), x.size(2), -1});
}

}  // namespace dragoman
