#pragma once

#include <cstddef>
#include <cstdint>

#include "data/alignment_link.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// One pair as token ids; both sides end with end of sentence. Of a language model's text the
/// source is empty, and the target is a line, or a block of a stream, which has no end of sentence.
struct Example {
  TokenIds source;
  TokenIds target;
  int32_t before = -1;  // what the decoder reads before the target, where that is not padding
  std::vector<AlignmentLink> links = {};  // of tokens, each once
};

/// Tokens of one pair, end of sentence counted.
struct PairLength {
  int32_t source = 0;
  int32_t target = 0;

  int32_t longer() const { return source > target ? source : target; }
};

inline PairLength length_of(const Example& example) {
  return {static_cast<int32_t>(example.source.size()), static_cast<int32_t>(example.target.size())};
}

/// Examples, numbered from 0, that can be read in any order and from several threads at once.
class ExampleSource {
 public:
  virtual ~ExampleSource() = default;

  virtual size_t size() const = 0;
  /// What batches are planned by.
  virtual PairLength length(size_t index) const = 0;
  /// The tokens. Where segmentations are drawn, each `pass` over the examples draws others, and the
  /// lengths are not those above.
  virtual Example read(size_t index, uint64_t pass) const = 0;
};

}  // namespace dragoman
