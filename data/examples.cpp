#include "data/examples.h"

namespace dragoman {

void Examples::add(const TokenIds& source, const TokenIds& target) {
  starts_.push_back(ids_.size());
  ids_.insert(ids_.end(), source.begin(), source.end());
  ids_.insert(ids_.end(), target.begin(), target.end());
  lengths_.push_back({static_cast<int32_t>(source.size()), static_cast<int32_t>(target.size())});
}

std::span<const int32_t> Examples::source(size_t index) const {
  return {ids_.data() + starts_[index], static_cast<size_t>(lengths_[index].source)};
}

std::span<const int32_t> Examples::target(size_t index) const {
  return {ids_.data() + starts_[index] + lengths_[index].source,
          static_cast<size_t>(lengths_[index].target)};
}

}  // namespace dragoman
