#pragma once

#include <memory>

#include "data/pair_file.h"

namespace dragoman {

/// Blocks of a text whose token ids are one stream in a file, one beginning where the other ends.
/// The last one may be shorter.
class StreamExamples : public ExampleSource {
 public:
  /// `file` is of a stream with ids below `vocabulary_size`; a block has `block_length` tokens.
  StreamExamples(std::unique_ptr<const PairFile> file, int64_t vocabulary_size,
                 int64_t block_length);

  size_t num_tokens() const { return ids_.size() / id_size_; }
  size_t size() const override;
  PairLength length(size_t index) const override;
  /// Before the first block stands nothing, before each other one the last token of the block
  /// before it.
  Example read(size_t index, uint64_t pass) const override;

 private:
  TokenIds read_ids(size_t begin, size_t count) const;

  std::unique_ptr<const PairFile> file_;
  std::string_view ids_;
  size_t id_size_;  // in bytes
  size_t block_length_;
};

}  // namespace dragoman
