#pragma once

#include <torch/torch.h>

#include <string>

// Gives torch's own modules the weights of ours, for tests. `name` is what the names of ours begin
// with.
namespace dragoman {

using Parameters = torch::OrderedDict<std::string, torch::Tensor>;

template <class Module>
void copy_weight_and_bias(Module& into, const Parameters& from, const std::string& name) {
  torch::NoGradGuard no_grad;
  into->weight.copy_(from[name + ".weight"]);
  into->bias.copy_(from[name + ".bias"]);
}

/// Of self-attention or cross-attention.
inline void copy_attention(torch::nn::MultiheadAttention& into, const Parameters& from,
                           const std::string& name) {
  torch::NoGradGuard no_grad;
  const auto joined = [&](const std::string& end) {
    const torch::Tensor* all = from.find(name + "query_key_value" + end);
    if (all != nullptr) return *all;
    return torch::cat({from[name + "query" + end], from[name + "key_value" + end]});
  };
  into->in_proj_weight.copy_(joined(".weight"));
  into->in_proj_bias.copy_(joined(".bias"));
  into->out_proj->weight.copy_(from[name + "output.weight"]);
  into->out_proj->bias.copy_(from[name + "output.bias"]);
}

/// Self-attention and feed-forward, which layers of encoder and decoder both have.
template <class Layer>
void copy_common_parts(Layer& into, const Parameters& from) {
  copy_attention(into->self_attn, from, "self_attention.");
  copy_weight_and_bias(into->linear1, from, "feed_forward.inner");
  copy_weight_and_bias(into->linear2, from, "feed_forward.outer");
  copy_weight_and_bias(into->norm1, from, "self_attention_residual.norm");
}

}  // namespace dragoman
