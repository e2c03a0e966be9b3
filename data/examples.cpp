#include "data/examples.h"

namespace dragoman {

void Examples::add(const Example& example) {
  starts_.push_back(ids_.size());
  ids_.insert(ids_.end(), example.source.begin(), example.source.end());
  ids_.insert(ids_.end(), example.target.begin(), example.target.end());
  lengths_.push_back(length_of(example));
}

Example Examples::read(size_t index, uint64_t) const {
  const auto source = ids_.begin() + static_cast<std::ptrdiff_t>(starts_[index]);
  const auto target = source + lengths_[index].source;
  return {{source, target}, {target, target + lengths_[index].target}};
}

}  // namespace dragoman
