#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/hypothesis.h"

namespace dragoman {

/// All prefixes of translations that the search of one sentence has made, as a tree of tokens.
/// Prefixes that begin alike share their nodes.
class PrefixTree {
 public:
  static constexpr int32_t kRoot = -1;

  /// `source_length`: number of a step's attention weights that belong to the sentence.
  explicit PrefixTree(int64_t source_length) : source_length_(source_length) {}

  /// Adds the prefix `parent` plus one token and returns its id. `attention` is empty or holds at
  /// least source_length weights.
  int32_t add(int32_t parent, int32_t token, float log_probability,
              std::span<const float> attention);
  /// Returns all tokens of a prefix.
  TokenIds tokens(int32_t prefix) const;
  /// Returns a prefix as a hypothesis without a score. It has ended if its last token is `eos`.
  Hypothesis hypothesis(int32_t prefix, int32_t eos) const;

 private:
  struct Node {
    int32_t parent;
    int32_t token;
    float log_probability;
  };

  std::vector<int32_t> path(int32_t prefix) const;

  int64_t source_length_;
  std::vector<Node> nodes_;
  std::vector<float> attention_;  // [nodes, source_length]; empty if steps had no attention
};

}  // namespace dragoman
