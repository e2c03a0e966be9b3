#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "metrics/bleu.h"

namespace dragoman {

/// The n-grams of orders 1 to kBleuOrder of the references of one segment. An n-gram is a node,
/// reached from the n-gram without its last token. Tokens are kept as views: their text must
/// outlive the trie.
class NgramTrie {
 public:
  /// Adds a reference. Of each n-gram as many are allowed as the reference that has most of it has.
  void add(const std::vector<std::string_view>& tokens);

  /// For each order, how many n-grams of `tokens` the references allow.
  std::array<int64_t, kBleuOrder> count_matches(const std::vector<std::string_view>& tokens) const;

 private:
  static constexpr uint32_t kRoot = 0;
  static uint64_t edge(uint32_t node, uint32_t token_id);
  uint32_t child_or_new(uint32_t node, uint32_t token_id);
  std::vector<uint32_t> add_tokens(const std::vector<std::string_view>& tokens);
  std::vector<uint32_t> find_tokens(const std::vector<std::string_view>& tokens) const;

  std::unordered_map<std::string_view, uint32_t> token_ids_;
  std::unordered_map<uint64_t, uint32_t> nodes_;  // by edge
  std::vector<int64_t> allowed_ = {0};            // by node
};

}  // namespace dragoman
