#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/hypothesis.h"

namespace dragoman {

/// All beginnings of translations that the search of one sentence has made, as a tree of tokens:
/// hypotheses that begin alike share what they have in common.
class PrefixTree {
 public:
  static constexpr int32_t kRoot = -1;

  /// `source_length`: how many of a step's attention weights belong to the sentence.
  explicit PrefixTree(int64_t source_length) : source_length_(source_length) {}

  /// The prefix `parent` with one token more. `attention` is empty or at least source_length long.
  int32_t add(int32_t parent, int32_t token, float log_probability,
              std::span<const float> attention);
  /// All tokens of a prefix.
  TokenIds tokens(int32_t prefix) const;
  /// A prefix as a hypothesis without a score; `eos` as its last token ends it.
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
  std::vector<float> attention_;  // [nodes, source_length] if steps had any
};

}  // namespace dragoman
