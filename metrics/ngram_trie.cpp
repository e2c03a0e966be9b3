#include "metrics/ngram_trie.h"

#include <algorithm>

namespace dragoman {
namespace {

constexpr uint32_t kUnknownToken = UINT32_MAX;

size_t ngram_end(size_t begin, size_t num_tokens) {
  return std::min(begin + kBleuOrder, num_tokens);
}

}  // namespace

uint64_t NgramTrie::edge(uint32_t node, uint32_t token_id) {
  return (static_cast<uint64_t>(node) << 32) | token_id;
}

uint32_t NgramTrie::child_or_new(uint32_t node, uint32_t token_id) {
  const auto new_node = static_cast<uint32_t>(nodes_.size() + 1);
  return nodes_.try_emplace(edge(node, token_id), new_node).first->second;
}

std::vector<uint32_t> NgramTrie::add_tokens(const std::vector<std::string_view>& tokens) {
  std::vector<uint32_t> ids;
  ids.reserve(tokens.size());
  for (const std::string_view token : tokens) {
    const auto new_id = static_cast<uint32_t>(token_ids_.size());
    ids.push_back(token_ids_.try_emplace(token, new_id).first->second);
  }
  return ids;
}

std::vector<uint32_t> NgramTrie::find_tokens(const std::vector<std::string_view>& tokens) const {
  std::vector<uint32_t> ids;
  ids.reserve(tokens.size());
  for (const std::string_view token : tokens) {
    const auto found = token_ids_.find(token);
    ids.push_back(found == token_ids_.end() ? kUnknownToken : found->second);
  }
  return ids;
}

void NgramTrie::add(const std::vector<std::string_view>& tokens) {
  const std::vector<uint32_t> ids = add_tokens(tokens);
  nodes_.reserve(nodes_.size() + kBleuOrder * ids.size());
  std::vector<int64_t> seen(allowed_.size());
  for (size_t begin = 0; begin < ids.size(); ++begin) {
    uint32_t node = kRoot;
    for (size_t at = begin; at < ngram_end(begin, ids.size()); ++at) {
      node = child_or_new(node, ids[at]);
      seen.resize(1 + nodes_.size());
      ++seen[node];
    }
  }
  allowed_.resize(seen.size());
  for (size_t node = 0; node < seen.size(); ++node) {
    allowed_[node] = std::max(allowed_[node], seen[node]);
  }
}

std::array<int64_t, kBleuOrder> NgramTrie::count_matches(
    const std::vector<std::string_view>& tokens) const {
  const std::vector<uint32_t> ids = find_tokens(tokens);
  std::vector<int64_t> remaining = allowed_;
  std::array<int64_t, kBleuOrder> matches{};
  for (size_t begin = 0; begin < ids.size(); ++begin) {
    uint32_t node = kRoot;
    for (size_t at = begin; at < ngram_end(begin, ids.size()); ++at) {
      const auto found = nodes_.find(edge(node, ids[at]));
      if (found == nodes_.end()) {
        break;  // no reference has this n-gram, nor any longer one that starts with it
      }
      node = found->second;
      if (remaining[node] > 0) {
        --remaining[node];
        ++matches[at - begin];
      }
    }
  }
  return matches;
}

}  // namespace dragoman
