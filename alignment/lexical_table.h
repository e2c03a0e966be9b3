#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "data/examples.h"

namespace dragoman {

/// How a LexicalTable is estimated.
struct LexicalTableOptions {
  int64_t source_size = 0;  // of the vocabularies
  int64_t target_size = 0;
  int64_t iterations = 5;       // of expectation maximisation
  int64_t most_targets = 1000;  // that a source token keeps after each iteration: the likeliest
  int num_threads = 1;          // the result is the same, to the last bit, for any number
};

/// One entry of a LexicalTable.
struct TargetProbability {
  int32_t target = 0;
  float probability = 0;
};

/// t(target token | source token): how likely a token is translated by which tokens, estimated as
/// IBM Model 1 (Brown et al. 1993, section 4.1). Ends of sentence take no part.
class LexicalTable {
 public:
  /// Estimates the table from sentence pairs, whose ids are below the sizes of the vocabularies.
  /// Takes about 8 bytes for each source token of the pairs and 8 for each target token, their ids
  /// included, and 8 for each entry.
  LexicalTable(const Examples& pairs, const LexicalTableOptions& options);

  /// The entries of a source token, in order of their ids; they sum up to 1 at most.
  std::span<const TargetProbability> of(int32_t source) const { return rows_.at(index(source)); }
  /// The same for the null word, which target tokens come from that no source token explains.
  std::span<const TargetProbability> of_null() const { return rows_.back(); }
  /// The `count` likeliest targets of a source token, or as many as it has, the likeliest first.
  std::vector<int32_t> best(int32_t source, size_t count) const;

 private:
  static size_t index(int32_t source) { return static_cast<size_t>(source); }

  std::vector<std::vector<TargetProbability>> rows_;  // [source_size + 1], the null word's last
};

/// The `count` most frequent target tokens of the pairs, or as many as there are, the most frequent
/// first. Ends of sentence take no part.
std::vector<int32_t> most_frequent_targets(const Examples& pairs, int64_t target_size,
                                           size_t count);

}  // namespace dragoman
