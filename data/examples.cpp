#include "data/examples.h"

namespace dragoman {

void Examples::add(const Example& example) {
  starts_.push_back(ids_.size());
  ids_.insert(ids_.end(), example.source.begin(), example.source.end());
  ids_.insert(ids_.end(), example.target.begin(), example.target.end());
  lengths_.push_back(length_of(example));
  befores_.push_back(example.before);
  links_.insert(links_.end(), example.links.begin(), example.links.end());
  link_starts_.push_back(links_.size());
}

std::span<const int32_t> Examples::source(size_t index) const {
  return std::span(ids_).subspan(starts_[index], static_cast<size_t>(lengths_[index].source));
}

std::span<const int32_t> Examples::target(size_t index) const {
  return std::span(ids_).subspan(starts_[index] + static_cast<size_t>(lengths_[index].source),
                                 static_cast<size_t>(lengths_[index].target));
}

Example Examples::read(size_t index, uint64_t) const {
  const auto source_ids = source(index), target_ids = target(index);
  return {{source_ids.begin(), source_ids.end()},
          {target_ids.begin(), target_ids.end()},
          befores_[index],
          {links_.data() + link_starts_[index], links_.data() + link_starts_[index + 1]}};
}

}  // namespace dragoman
