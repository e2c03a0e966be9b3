#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace dragoman {

/// Lines of an input, counted from 0: from `begin` up to, but without, `end`.
struct LineRange {
  size_t begin = 0;
  size_t end = SIZE_MAX;

  size_t size() const { return end - begin; }
};

/// Shard I of N: one of N runs of lines, which differ in length by one line at most. All shards,
/// one after the other, are the whole.
class LineShard {
 public:
  /// The whole of an input.
  LineShard() = default;
  /// From "I/N", with I from 1 to N. Throws std::invalid_argument for another text.
  explicit LineShard(const std::string& text);

  /// False for the whole.
  bool is_given() const { return count_ > 0; }
  /// True for shard N of N, and for the whole.
  bool is_last() const { return number_ == count_; }
  /// Lines floor(num_lines (I - 1) / N) up to floor(num_lines I / N).
  LineRange of(size_t num_lines) const;
  /// The same of a regular file, whose lines are counted; of the whole, all that will come.
  LineRange in(const std::string& path) const;
  /// Throws std::invalid_argument if a shard is given, and a path names what can be read only once:
  /// stdin ("-"), a pipe, a device. Empty paths are none.
  void check_inputs(const std::vector<std::string>& paths) const;

 private:
  uint64_t number_ = 0;  // from 1
  uint64_t count_ = 0;   // 0: the whole
};

/// --shard I/N. `shard` must outlive the parsing.
void add_shard_option(CLI::App& command, LineShard& shard);

}  // namespace dragoman
