#include "data/stream_examples.h"

#include <algorithm>

namespace dragoman {

StreamExamples::StreamExamples(std::unique_ptr<const PairFile> file, int64_t vocabulary_size,
                               int64_t block_length)
    : file_(std::move(file)),
      ids_(file_->target(0)),
      id_size_(packed_id_size(vocabulary_size)),
      block_length_(static_cast<size_t>(block_length)) {}

size_t StreamExamples::size() const { return (num_tokens() + block_length_ - 1) / block_length_; }

PairLength StreamExamples::length(size_t index) const {
  const size_t rest = num_tokens() - index * block_length_;
  return {0, static_cast<int32_t>(std::min(rest, block_length_))};
}

Example StreamExamples::read(size_t index, uint64_t) const {
  const size_t begin = index * block_length_;
  Example example{{}, read_ids(begin, static_cast<size_t>(length(index).target))};
  if (begin > 0) example.before = read_ids(begin - 1, 1).front();
  return example;
}

TokenIds StreamExamples::read_ids(size_t begin, size_t count) const {
  return unpack_ids(ids_.substr(begin * id_size_, count * id_size_), static_cast<int32_t>(count));
}

}  // namespace dragoman
