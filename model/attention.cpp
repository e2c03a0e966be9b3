#include "model/attention.h"

#include "model/linear.h"

namespace dragoman {

SelfAttentionImpl::SelfAttentionImpl(int64_t width, int64_t heads,
                                     const Dropout& dropout_of_weights)
    : heads_(heads) {
  dropout = register_module("dropout", dropout_of_weights);
  query_key_value = register_module("query_key_value", torch::nn::Linear(width, 3 * width));
  output = register_module("output", torch::nn::Linear(width, width));
}

torch::Tensor SelfAttentionImpl::forward(const torch::Tensor& x, const AttentionMask& mask) {
  const ProjectedHeads heads{linear(query_key_value, x), /*memory=*/{}, heads_};
  return linear(output, attend(heads, mask, dropout));
}

torch::Tensor SelfAttentionImpl::step(const torch::Tensor& x, KeyValues& past) {
  const auto parts = split_heads(linear(query_key_value, x), heads_, 3);
  past.keys = past.keys.defined() ? torch::cat({past.keys, parts[1]}, 2) : parts[1];
  past.values = past.values.defined() ? torch::cat({past.values, parts[2]}, 2) : parts[2];
  return linear(output, join_heads(attend(parts[0], past, {}, dropout)));
}

CrossAttentionImpl::CrossAttentionImpl(int64_t width, int64_t heads,
                                       const Dropout& dropout_of_weights)
    : heads_(heads) {
  dropout = register_module("dropout", dropout_of_weights);
  query = register_module("query", torch::nn::Linear(width, width));
  key_value = register_module("key_value", torch::nn::Linear(width, 2 * width));
  output = register_module("output", torch::nn::Linear(width, width));
}

KeyValues CrossAttentionImpl::project_memory(const torch::Tensor& memory) {
  const auto parts = split_heads(linear(key_value, memory), heads_, 2);
  return {parts[0], parts[1]};
}

torch::Tensor CrossAttentionImpl::forward(const torch::Tensor& x, const torch::Tensor& memory,
                                          const AttentionMask& mask, int64_t guided_heads,
                                          torch::Tensor* guided) {
  const ProjectedHeads heads{linear(query, x), linear(key_value, memory), heads_};
  if (guided != nullptr) *guided = log_weights_of_heads(heads, mask, guided_heads);
  return linear(output, attend(heads, mask, dropout));
}

torch::Tensor CrossAttentionImpl::step(const torch::Tensor& x, const KeyValues& memory,
                                       const AttentionMask& mask, torch::Tensor* weights) {
  const torch::Tensor queries = split_heads(linear(query, x), heads_, 1)[0];
  if (weights != nullptr) *weights = attention_weights(queries, memory.keys, mask.keys);
  return linear(output, join_heads(attend(queries, memory, mask, dropout)));
}

}  // namespace dragoman
