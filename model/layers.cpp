#include "model/layers.h"

#include "model/fused_feed_forward.h"
#include "model/linear.h"
#include "model/fused_residual.h"

namespace dragoman {
namespace {

torch::Tensor activate(const torch::Tensor& x, Activation activation) {
  switch (activation) {
    case Activation::kRelu:
      return torch::relu(x);
    case Activation::kGelu:
      return torch::gelu(x);
    case Activation::kSilu:
      return torch::silu(x);
  }
  return x;
}

SelfAttention make_self_attention(const ModelSettings& settings,
                                  const std::shared_ptr<DropoutKeys>& keys) {
  return SelfAttention(settings.width, settings.heads, Dropout(settings.attention_dropout, keys));
}

}  // namespace

FeedForwardImpl::FeedForwardImpl(const ModelSettings& settings,
                                 const std::shared_ptr<DropoutKeys>& keys)
    : activation_(settings.activation), dropout_(settings.feed_forward_dropout, keys) {
  inner = register_module("inner", torch::nn::Linear(settings.width, settings.feed_forward));
  outer = register_module("outer", torch::nn::Linear(settings.feed_forward, settings.width));
}

torch::Tensor FeedForwardImpl::forward(const torch::Tensor& x) {
  if (is_training() && can_fuse_feed_forward(x)) {
    const bool drops = dropout_.rate() > 0;
    return fused_feed_forward(x, {inner->weight, inner->bias, outer->weight, outer->bias},
                              {.activation = activation_,
                               .dropout = dropout_.rate(),
                               .key = drops ? dropout_.next_key() : 0});
  }
  return linear(outer, dropout_(activate(linear(inner, x), activation_), is_training()));
}

ResidualImpl::ResidualImpl(const ModelSettings& settings, const std::shared_ptr<DropoutKeys>& keys)
    : position_(settings.norm), dropout_(settings.dropout, keys) {
  norm =
      register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({settings.width})));
}

torch::Tensor ResidualImpl::forward(const torch::Tensor& x, const Sublayer& sublayer) {
  const bool before = position_ == NormPosition::kPre;
  if (!is_training() || !can_fuse_residual(x)) {
    const torch::Tensor sum = x + dropout_(sublayer(before ? norm(x) : x), is_training());
    return before ? sum : norm(sum);
  }
  const RowNorm fused_norm{norm->weight, norm->bias, norm->options.eps()};
  if (before) {
    const NormalizedBranch branch = normalized_branch(x, fused_norm);
    const torch::Tensor y = sublayer(branch.normalized);
    return residual_sum({branch.x, y, dropout_.rate(), dropout_.next_key()});
  }
  const torch::Tensor y = sublayer(x);
  return normalized_residual_sum({x, y, dropout_.rate(), dropout_.next_key()}, fused_norm);
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
                                   const std::shared_ptr<DropoutKeys>& keys) {
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
                                        const AttentionMask& source) {
  const AttentionMask causal{.keys = {}, .causal = true};
  auto y = self_attention_residual(x, [&](const auto& z) { return self_attention(z, causal); });
  if (!cross_attention.is_empty()) {
    y = cross_attention_residual(y,
                                 [&](const auto& z) { return cross_attention(z, memory, source); });
  }
  return feed_forward_residual(y, [&](const auto& z) { return feed_forward(z); });
}

torch::Tensor DecoderLayerImpl::step(const torch::Tensor& x, KeyValues& past,
                                     const KeyValues& memory, const torch::Tensor& source_mask,
                                     torch::Tensor* attention) {
  const AttentionMask source{.keys = source_mask, .causal = false};
  // Self-attention looks back along each hypothesis; attention over the source treats a sentence's
  // hypotheses as queries.
  auto y = self_attention_residual(x, [&](const auto& z) {
    return self_attention->step(z.reshape({-1, 1, z.size(2)}), past).view_as(z);
  });
  y = cross_attention_residual(
      y, [&](const auto& z) { return cross_attention->step(z, memory, source, attention); });
  return feed_forward_residual(y, [&](const auto& z) { return feed_forward(z); });
}

}  // namespace dragoman
