#include "search/prefix_tree.h"

#include <algorithm>

namespace dragoman {

int32_t PrefixTree::add(int32_t parent, int32_t token, float log_probability,
                        std::span<const float> attention) {
  nodes_.push_back({parent, token, log_probability});
  if (!attention.empty())
    attention_.insert(attention_.end(), attention.begin(), attention.begin() + source_length_);
  return static_cast<int32_t>(nodes_.size() - 1);
}

std::vector<int32_t> PrefixTree::path(int32_t prefix) const {
  std::vector<int32_t> path;
  for (int32_t node = prefix; node != kRoot; node = nodes_[node].parent) path.push_back(node);
  std::reverse(path.begin(), path.end());
  return path;
}

TokenIds PrefixTree::tokens(int32_t prefix) const {
  TokenIds tokens;
  for (const int32_t node : path(prefix)) tokens.push_back(nodes_[node].token);
  return tokens;
}

Hypothesis PrefixTree::hypothesis(int32_t prefix, int32_t eos) const {
  Hypothesis hypothesis{.source_length = source_length_};
  for (const int32_t node : path(prefix)) {
    hypothesis.append(nodes_[node].token, nodes_[node].log_probability, eos);
    if (attention_.empty()) continue;
    const auto row = attention_.begin() + node * source_length_;
    hypothesis.attention.insert(hypothesis.attention.end(), row, row + source_length_);
  }
  return hypothesis;
}

}  // namespace dragoman
