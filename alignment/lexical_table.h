#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/examples.h"

namespace dragoman {

/// Options for estimating a LexicalTable.
struct LexicalTableOptions {
  int64_t source_size = 0;  // size of the vocabulary
  int64_t target_size = 0;
  int64_t iterations = 5;  // of expectation maximisation
  /// Most probable targets that a source token keeps after each iteration.
  int64_t most_targets = 1000;
  int num_threads = 1;  // does not change the result, not in a single bit
};

/// One entry of a LexicalTable.
struct TargetProbability {
  int32_t target = 0;
  float probability = 0;
};

/// t(target token | source token): the translation probabilities of tokens, estimated by IBM Model
/// 1 (Brown et al. 1993, section 4.1). Ends of sentence are ignored.
class LexicalTable {
 public:
  /// Estimates the table from sentence pairs. All ids must be below the vocabulary sizes. Takes
  /// about 8 bytes for each source and each target token of the pairs, including their ids, and 8
  /// bytes for each entry.
  LexicalTable(const Examples& pairs, const LexicalTableOptions& options);

  /// Returns the entries of a source token, in order of their ids. Their sum is at most 1.
  std::span<const TargetProbability> of(int32_t source) const { return rows_.at(index(source)); }
  /// Returns the entries of the null word, which explains target tokens that no source token
  /// explains.
  std::span<const TargetProbability> of_null() const { return rows_.back(); }
  /// Returns the `count` most probable targets of a source token, or all if it has fewer, the most
  /// probable first.
  std::vector<int32_t> best(int32_t source, size_t count) const;

 private:
  static size_t index(int32_t source) { return static_cast<size_t>(source); }

  /// [source_size + 1]; the last row is the null word's.
  std::vector<std::vector<TargetProbability>> rows_;
};

/// Returns the `count` most frequent target tokens of the pairs, or all if there are fewer, the
/// most frequent first. Ends of sentence are ignored.
std::vector<int32_t> most_frequent_targets(const Examples& pairs, int64_t target_size,
                                           size_t count);

}  // namespace dragoman
