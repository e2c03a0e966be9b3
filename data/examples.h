#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tokenizer/tokenizer.h"

namespace dragoman {

/// Tokens of one pair, end of sentence counted on both sides.
struct PairLength {
  int32_t source = 0;
  int32_t target = 0;
};

/// Parallel token ids in two flat arrays; both sides of every example end with end of sentence.
class Examples {
 public:
  void add(const TokenIds& source, const TokenIds& target);

  size_t size() const { return lengths_.size(); }
  std::span<const int32_t> source(size_t index) const;
  std::span<const int32_t> target(size_t index) const;
  const std::vector<PairLength>& lengths() const { return lengths_; }

 private:
  std::vector<int32_t> ids_;      // source then target, example after example
  std::vector<uint64_t> starts_;  // of each example in ids_
  std::vector<PairLength> lengths_;
};

}  // namespace dragoman
