#pragma once

#include <span>
#include <vector>

#include "data/example_source.h"

namespace dragoman {

/// Examples in memory, with token ids in one flat array.
class Examples : public ExampleSource {
 public:
  void add(const Example& example);

  size_t size() const override { return lengths_.size(); }
  PairLength length(size_t index) const override { return lengths_[index]; }
  Example read(size_t index, uint64_t pass) const override;
  /// One side of an example, valid until add() is called.
  std::span<const int32_t> source(size_t index) const;
  std::span<const int32_t> target(size_t index) const;

 private:
  std::vector<int32_t> ids_;      // source then target, example after example
  std::vector<uint64_t> starts_;  // start of each example in ids_
  std::vector<PairLength> lengths_;
  std::vector<int32_t> befores_;
  std::vector<AlignmentLink> links_;         // example after example
  std::vector<uint64_t> link_starts_ = {0};  // start of each example in links_, and the end
};

}  // namespace dragoman
