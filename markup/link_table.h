#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "markup/projection.h"

namespace dragoman {

/// Links in the order of source tokens, and their sums by target token.
class LinkTable {
 public:
  /// Ignores links with nonexistent tokens.
  LinkTable(const std::vector<TokenLink>& links, int32_t source_size, int32_t target_size);

  int32_t source_size() const { return static_cast<int32_t>(first_.size()) - 1; }
  int32_t target_size() const { return static_cast<int32_t>(total_.size()); }
  /// Links of source tokens [begin, end).
  std::span<const TokenLink> of_source(int32_t begin, int32_t end) const {
    return std::span(links_).subspan(first_[begin], first_[end] - first_[begin]);
  }
  /// Sum of the weights of links with target token `j`.
  float total(int32_t j) const { return total_[j]; }
  /// Sum of the weights of links with target tokens [begin, end), and the number of these tokens
  /// that have no link.
  float total(int32_t begin, int32_t end) const { return sums_[end] - sums_[begin]; }
  int32_t num_unlinked(int32_t begin, int32_t end) const {
    return unlinked_[end] - unlinked_[begin];
  }

 private:
  std::vector<TokenLink> links_;  // by source token
  std::vector<size_t> first_;     // first link of each source token; then the number of links
  std::vector<float> total_;
  std::vector<float> sums_;        // [j]: sum of total_ over the tokens before j
  std::vector<int32_t> unlinked_;  // [j]: number of unlinked tokens before j
};

}  // namespace dragoman
