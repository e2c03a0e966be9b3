#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "io/spill_file.h"
#include "threads/cancellation.h"

namespace dragoman {

/// A sentence and its translation, or parts of them if they are long, as word numbers.
struct WordPair {
  std::span<const int32_t> source;  // [S]
  std::span<const int32_t> target;  // [T]
  bool continues = false;           // true for a further part of the same line
};

/// Longer lines are cut into parts of equal shares of either side's words. This bounds the size of
/// what is computed for all pairs of words in a part.
constexpr size_t kLongestPart = 500;

/// Cuts a pair of lines into parts; most pairs are one part. Parts point into `source` and
/// `target`.
std::vector<WordPair> parts_of(std::span<const int32_t> source, std::span<const int32_t> target);

/// Pairs in a temporary file that several threads read many times, in blocks of about the same
/// number of words. Takes 16 bytes of memory for each block.
class WordPairFile {
 public:
  /// Adds a pair of lines.
  void add(std::span<const int32_t> source, std::span<const int32_t> target);
  /// Ends adding. Call it before blocks are visited.
  void finish();

  size_t num_blocks() const { return starts_.size() - 1; }
  /// Calls visit(WordPair) for the pairs of a block, in order. All parts of a line are in one
  /// block. Throws Cancelled if the calling thread's work is cancelled.
  template <class Visit>
  void visit_block(size_t block, const Visit& visit) const;

 private:
  static constexpr size_t kHeader = 3;  // numbers before each pair: S, T, continues

  void add_part(const WordPair& pair);
  std::span<const int32_t> numbers(size_t begin, size_t end) const;

  std::optional<SpillFile> file_ = std::make_optional<SpillFile>();
  std::unique_ptr<const MappedFile> mapped_;
  size_t num_numbers_ = 0;
  std::vector<size_t> starts_ = {0};  // start of each block, then the end
};

template <class Visit>
void WordPairFile::visit_block(size_t block, const Visit& visit) const {
  std::span<const int32_t> left = numbers(starts_.at(block), starts_.at(block + 1));
  while (!left.empty()) {
    Cancellation::check();  // for each part, since a long line takes minutes
    const auto source_size = static_cast<size_t>(left[0]);
    const auto target_size = static_cast<size_t>(left[1]);
    visit(WordPair{left.subspan(kHeader, source_size),
                   left.subspan(kHeader + source_size, target_size), left[2] != 0});
    left = left.subspan(kHeader + source_size + target_size);
  }
}

}  // namespace dragoman
