#pragma once

#include <cstddef>

namespace dragoman {

/// Says when a block of lines that is read at a time is full, so that long lines take no more
/// memory than many short ones.
class BlockLimit {
 public:
  static constexpr size_t kMostBytes = size_t{64} << 20;

  explicit BlockLimit(size_t most_lines) : lines_left_(most_lines) {}

  /// Counts a line that the block now has.
  void add(size_t num_bytes) {
    --lines_left_;
    num_bytes_ += num_bytes;
  }
  bool is_reached() const { return lines_left_ == 0 || num_bytes_ >= kMostBytes; }

 private:
  size_t lines_left_;
  size_t num_bytes_ = 0;
};

}  // namespace dragoman
