#pragma once

#include <cstddef>
#include <cstdint>

#include "data/alignment_link.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// One pair as token ids. Both sides end with end of sentence. An example of a language model has
/// an empty source. Its target is a line, or a block of a stream, which has no end of sentence.
struct Example {
  TokenIds source;
  TokenIds target;
  int32_t before = -1;                    // what the decoder reads before the target; -1: padding
  std::vector<AlignmentLink> links = {};  // between tokens, each once
};

/// Number of tokens of each side of a pair, end of sentence counted.
struct PairLength {
  int32_t source = 0;
  int32_t target = 0;

  int32_t longer() const { return source > target ? source : target; }
};

inline PairLength length_of(const Example& example) {
  return {static_cast<int32_t>(example.source.size()), static_cast<int32_t>(example.target.size())};
}

/// Examples, numbered from 0. Thread-safe; they can be read in any order.
class ExampleSource {
 public:
  virtual ~ExampleSource() = default;

  virtual size_t size() const = 0;
  /// Length of an example, for planning batches.
  virtual PairLength length(size_t index) const = 0;
  /// Reads an example. If segmentations are drawn, each `pass` over the examples draws new ones,
  /// and their lengths differ from length().
  virtual Example read(size_t index, uint64_t pass) const = 0;
};

}  // namespace dragoman
