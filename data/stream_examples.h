#pragma once

#include <memory>

#include "data/pair_file.h"

namespace dragoman {

/// Consecutive blocks of a text whose token ids are one stream in a file. The last block may be
/// shorter.
class StreamExamples : public ExampleSource {
 public:
  /// `file` holds a stream of ids below `vocabulary_size`. A block has `block_length` tokens.
  StreamExamples(std::unique_ptr<const PairFile> file, int64_t vocabulary_size,
                 int64_t block_length);

  size_t num_tokens() const { return ids_.size() / id_size_; }
  size_t size() const override;
  PairLength length(size_t index) const override;
  /// Reads a block. Example::before is the last token of the block before; the first block has
  /// none.
  Example read(size_t index, uint64_t pass) const override;

 private:
  TokenIds read_ids(size_t begin, size_t count) const;

  std::unique_ptr<const PairFile> file_;
  std::string_view ids_;
  size_t id_size_;  // in bytes
  size_t block_length_;
};

}  // namespace dragoman
