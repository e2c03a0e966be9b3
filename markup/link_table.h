#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "markup/projection.h"

namespace dragoman {

/// Links by source token, and sums of them by target token.
class LinkTable {
 public:
  /// Links of tokens that are not there are left out.
  LinkTable(const std::vector<TokenLink>& links, int32_t source_size, int32_t target_size);

  int32_t source_size() const { return static_cast<int32_t>(first_.size()) - 1; }
  int32_t target_size() const { return static_cast<int32_t>(total_.size()); }
  /// Links of source tokens [begin, end).
  std::span<const TokenLink> of_source(int32_t begin, int32_t end) const {
    return std::span(links_).subspan(first_[begin], first_[end] - first_[begin]);
  }
  /// Sum of the weights of target token `j`.
  float total(int32_t j) const { return total_[j]; }
  /// Sum of the weights of target tokens [begin, end), and how many of them have no link.
  float total(int32_t begin, int32_t end) const { return sums_[end] - sums_[begin]; }
  int32_t num_unlinked(int32_t begin, int32_t end) const {
    return unlinked_[end] - unlinked_[begin];
  }

 private:
  std::vector<TokenLink> links_;  // by source token
  std::vector<size_t> first_;     // of each source token's links; one more
  std::vector<float> total_;
  std::vector<float> sums_;        // of the totals of the tokens before
  std::vector<int32_t> unlinked_;  // among the tokens before
};

}  // namespace dragoman
