#include "model/layers.h"

#include "model/sublayers.h"

namespace dragoman {
namespace {

SelfAttention make_self_attention(const ModelSettings& settings,
                                  const std::shared_ptr<DropoutKeys>& keys) {
  return SelfAttention(settings.width, settings.heads, Dropout(settings.attention_dropout, keys));
}

}  // namespace

FeedForwardImpl::FeedForwardImpl(const ModelSettings& settings,
                                 const std::shared_ptr<DropoutKeys>& keys)
    : activation_(settings.activation) {
  dropout = register_module("dropout", Dropout(settings.feed_forward_dropout, keys));
  inner = register_module("inner", torch::nn::Linear(settings.width, settings.feed_forward));
  outer = register_module("outer", torch::nn::Linear(settings.feed_forward, settings.width));
}

torch::Tensor FeedForwardImpl::forward(const torch::Tensor& x) {
  return feed_forward(x, inner, outer, activation_, dropout);
}

ResidualImpl::ResidualImpl(const ModelSettings& settings, const std::shared_ptr<DropoutKeys>& keys)
    : position_(settings.norm) {
  dropout = register_module("dropout", Dropout(settings.dropout, keys));
  norm =
      register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({settings.width})));
}

torch::Tensor ResidualImpl::forward(const torch::Tensor& x, const Sublayer& sublayer) {
  if (position_ == NormPosition::kPost) return normalized_sum(x, sublayer(x), dropout, norm);
  const NormalizedBranch branch = normalized_branch(x, norm);
  return residual_sum(branch.x, sublayer(branch.normalized), dropout);
}

EncoderLayerImpl::EncoderLayerImpl(const ModelSettings& settings,
                                   const std::shared_ptr<DropoutKeys>& keys) {
  self_attention = register_module("self_attention", make_self_attention(settings, keys));
  self_attention_residual = register_module("self_attention_residual", Residual(settings, keys));
  feed_forward = register_module("feed_forward", FeedForward(settings, keys));
  feed_forward_residual = register_module("feed_forward_residual", Residual(settings, keys));
}

torch::Tensor EncoderLayerImpl::forward(const torch::Tensor& x, const AttentionMask& mask) {
  const auto attended =
      self_attention_residual(x, [&](const auto& y) { return self_attention(y, mask); });
  return feed_forward_residual(attended, [&](const auto& y) { return feed_forward(y); });
}

DecoderLayerImpl::DecoderLayerImpl(const ModelSettings& settings,
                                   const std::shared_ptr<DropoutKeys>& keys)
    : guided_heads_(settings.alignment_heads) {
  self_attention = register_module("self_attention", make_self_attention(settings, keys));
  self_attention_residual = register_module("self_attention_residual", Residual(settings, keys));
  if (!settings.is_language_model()) {
    cross_attention = register_module(
        "cross_attention",
        CrossAttention(settings.width, settings.heads, Dropout(settings.attention_dropout, keys)));
    cross_attention_residual =
        register_module("cross_attention_residual", Residual(settings, keys));
  }
  feed_forward = register_module("feed_forward", FeedForward(settings, keys));
  feed_forward_residual = register_module("feed_forward_residual", Residual(settings, keys));
}

torch::Tensor DecoderLayerImpl::forward(const torch::Tensor& x, const torch::Tensor& memory,
                                        const AttentionMask& source, torch::Tensor* guided) {
  const AttentionMask causal{.keys = {}, .causal = true};
  auto y = self_attention_residual(x, [&](const auto& z) { return self_attention(z, causal); });
  if (!cross_attention.is_empty()) {
    y = cross_attention_residual(y, [&](const auto& z) {
      return cross_attention(z, memory, source, guided_heads_, guided);
    });
  }
  return feed_forward_residual(y, [&](const auto& z) { return feed_forward(z); });
}

torch::Tensor DecoderLayerImpl::step(const torch::Tensor& x, KeyValues& past,
                                     const KeyValues& memory, const torch::Tensor& source_mask,
                                     torch::Tensor* attention) {
  const AttentionMask source{.keys = source_mask, .causal = false};
  // Self-attention runs along each hypothesis. Cross-attention takes a sentence's K hypotheses as K
  // queries.
  auto y = self_attention_residual(x, [&](const auto& z) {
    return self_attention->step(z.reshape({-1, 1, z.size(2)}), past).view_as(z);
  });
  y = cross_attention_residual(
      y, [&](const auto& z) { return cross_attention->step(z, memory, source, attention); });
  return feed_forward_residual(y, [&](const auto& z) { return feed_forward(z); });
}

}  // namespace dragoman
