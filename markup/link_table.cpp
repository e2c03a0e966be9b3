#include "markup/link_table.h"

#include <algorithm>

namespace dragoman {

LinkTable::LinkTable(const std::vector<TokenLink>& links, int32_t source_size, int32_t target_size)
    : first_(source_size + 1, 0), total_(target_size, 0.0f) {
  for (const TokenLink& link : links) {
    const bool is_there = link.source >= 0 && link.source < source_size && link.target >= 0 &&
                          link.target < target_size && link.weight > 0;
    if (is_there) links_.push_back(link);
  }
  std::stable_sort(links_.begin(), links_.end(), [](const TokenLink& one, const TokenLink& other) {
    return one.source < other.source;
  });
  for (const TokenLink& link : links_) {
    ++first_[link.source + 1];
    total_[link.target] += link.weight;
  }
  for (int32_t i = 0; i < source_size; ++i) first_[i + 1] += first_[i];
  sums_.push_back(0);
  unlinked_.push_back(0);
  for (const float total : total_) {
    sums_.push_back(sums_.back() + total);
    unlinked_.push_back(unlinked_.back() + (total == 0 ? 1 : 0));
  }
}

}  // namespace dragoman
