#include "model/attention.h"

#include <cmath>

#include "model/fused_attention.h"
#include "model/linear.h"

namespace dragoman {
namespace {

/// [B, T, D] -> [B, H, T, d].
torch::Tensor split_heads(const torch::Tensor& x, int64_t heads) {
  return x.view({x.size(0), x.size(1), heads, -1}).transpose(1, 2);
}

/// [B, H, T, d] -> [B, T, D].
torch::Tensor join_heads(const torch::Tensor& x) {
  return x.transpose(1, 2).reshape({x.size(0), x.size(2), -1});
}

torch::Tensor combined_mask(const torch::Tensor& queries, const AttentionMask& mask) {
  if (!mask.causal) return mask.keys;
  const torch::Tensor causal = causal_mask(queries.size(2), queries.device());
  return mask.keys.defined() ? causal.logical_and(mask.keys) : causal;
}

bool drops_weights(const Dropout& dropout, bool training) { return training && dropout.rate() > 0; }

/// Whether attention to `attended` [B, S, D] is one step of autograd; to packed rows it always is.
bool fuses(const ProjectedHeads& heads, const torch::Tensor& attended, const AttentionMask& mask,
           bool needs_weights) {
  if (mask.offsets.defined()) return true;
  return !needs_weights &&
         can_fuse_attention(heads.queries, attended.size(2) / heads.heads, attended.size(1));
}

/// Attention's output [B, H, T, d]. With dropout of the weights it is the formula; without, the
/// same in one fused kernel.
torch::Tensor attend(const torch::Tensor& queries, const KeyValues& memory,
                     const AttentionMask& mask, const Dropout& dropout, bool training) {
  if (drops_weights(dropout, training)) {
    const torch::Tensor weights =
        attention_weights(queries, memory.keys, combined_mask(queries, mask));
    return torch::matmul(dropout(weights, training), memory.values);
  }
  const bool only_causal = mask.causal && !mask.keys.defined();
  const torch::Tensor seen = only_causal ? torch::Tensor() : combined_mask(queries, mask);
  const auto optional_mask = seen.defined() ? std::optional<torch::Tensor>(seen) : std::nullopt;
  return at::scaled_dot_product_attention(queries, memory.keys, memory.values, optional_mask, 0.0,
                                          only_causal);
}

}  // namespace

torch::Tensor attention_weights(const torch::Tensor& queries, const torch::Tensor& keys,
                                const torch::Tensor& mask) {
  const double scale = 1.0 / std::sqrt(static_cast<double>(queries.size(-1)));
  torch::Tensor scores = torch::matmul(queries, keys.transpose(-2, -1)) * scale;
  if (mask.defined())
    scores = scores.masked_fill(mask.logical_not(), -std::numeric_limits<float>::infinity());
  return torch::softmax(scores, -1);
}

torch::Tensor causal_mask(int64_t length, const torch::Device& device) {
  return torch::ones({length, length}, torch::TensorOptions(torch::kBool).device(device)).tril();
}

SelfAttentionImpl::SelfAttentionImpl(int64_t width, int64_t heads, Dropout dropout)
    : heads_(heads), dropout_(std::move(dropout)) {
  query_key_value = register_module("query_key_value", torch::nn::Linear(width, 3 * width));
  output = register_module("output", torch::nn::Linear(width, width));
}

torch::Tensor SelfAttentionImpl::forward(const torch::Tensor& x, const AttentionMask& mask) {
  const ProjectedHeads projected{
      .queries = linear(query_key_value, x), .memory = {}, .heads = heads_};
  const bool needs_weights = drops_weights(dropout_, is_training());
  if (fuses(projected, x, mask, needs_weights))
    return linear(output, fused_attention(projected, mask));
  const auto parts = split_heads(projected.queries, 3 * heads_).chunk(3, 1);
  return linear(output,
                join_heads(attend(parts[0], {parts[1], parts[2]}, mask, dropout_, is_training())));
}

torch::Tensor SelfAttentionImpl::step(const torch::Tensor& x, KeyValues& past) {
  const auto parts = split_heads(query_key_value(x), 3 * heads_).chunk(3, 1);
  past.keys = past.keys.defined() ? torch::cat({past.keys, parts[1]}, 2) : parts[1];
  past.values = past.values.defined() ? torch::cat({past.values, parts[2]}, 2) : parts[2];
  return output(join_heads(attend(parts[0], past, {}, dropout_, is_training())));
}

CrossAttentionImpl::CrossAttentionImpl(int64_t width, int64_t heads, Dropout dropout)
    : heads_(heads), dropout_(std::move(dropout)) {
  query = register_module("query", torch::nn::Linear(width, width));
  key_value = register_module("key_value", torch::nn::Linear(width, 2 * width));
  output = register_module("output", torch::nn::Linear(width, width));
}

KeyValues CrossAttentionImpl::split_memory(const torch::Tensor& projected) const {
  const auto parts = split_heads(projected, 2 * heads_).chunk(2, 1);
  return {parts[0], parts[1]};
}

KeyValues CrossAttentionImpl::project_memory(const torch::Tensor& memory) {
  return split_memory(key_value(memory));
}

torch::Tensor CrossAttentionImpl::forward(const torch::Tensor& x, const torch::Tensor& memory,
                                          const AttentionMask& mask) {
  const ProjectedHeads projected{
      .queries = linear(query, x), .memory = linear(key_value, memory), .heads = heads_};
  const bool needs_weights = drops_weights(dropout_, is_training());
  if (fuses(projected, memory, mask, needs_weights))
    return linear(output, fused_attention(projected, mask));
  const torch::Tensor queries = split_heads(projected.queries, heads_);
  const KeyValues parts = split_memory(projected.memory);
  return linear(output, join_heads(attend(queries, parts, mask, dropout_, is_training())));
}

torch::Tensor CrossAttentionImpl::step(const torch::Tensor& x, const KeyValues& memory,
                                       const AttentionMask& mask, torch::Tensor* weights) {
  const torch::Tensor queries = split_heads(query(x), heads_);
  if (weights != nullptr) *weights = attention_weights(queries, memory.keys, mask.keys);
  return output(join_heads(attend(queries, memory, mask, dropout_, is_training())));
}

}  // namespace dragoman
