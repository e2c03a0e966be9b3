#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dragoman {

/// A range of lines, counted from 0. It includes `begin` and excludes `end`.
struct LineRange {
  size_t begin = 0;
  size_t end = SIZE_MAX;

  size_t size() const { return end - begin; }
};

/// Shard I of N: one of N consecutive ranges of an input's lines. Their sizes differ by at most
/// one, and together they are the whole input.
class LineShard {
 public:
  /// The whole input.
  LineShard() = default;
  /// Parses "I/N", I from 1 to N. Throws std::invalid_argument for other text.
  explicit LineShard(const std::string& text);

  /// Returns false for the whole input.
  bool is_given() const { return count_ > 0; }
  /// Returns true for shard N of N, and for the whole input.
  bool is_last() const { return number_ == count_; }
  /// Returns lines floor(num_lines (I - 1) / N) up to, but without, floor(num_lines I / N).
  LineRange of(size_t num_lines) const;
  /// Returns the shard's lines of a regular file, after counting the file's lines. The whole input
  /// has no end.
  LineRange in(const std::string& path) const;
  /// Throws std::invalid_argument if a shard is given and a path can be read only once: stdin
  /// ("-"), a pipe, a device. Empty paths are ignored.
  void check_inputs(const std::vector<std::string>& paths) const;

 private:
  uint64_t number_ = 0;  // from 1
  uint64_t count_ = 0;   // 0: the whole
};

/// Adds the option --shard I/N. `shard` must outlive the parsing.
void add_shard_option(CLI::App& command, LineShard& shard);

}  // namespace dragoman
