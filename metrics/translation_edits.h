#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/edit_distance.h"

namespace dragoman {

/// Counts the edits of a translation edit rate: words inserted, deleted and substituted, and
/// shifts of sequences of words. Which shifts are tried and made, and where the search ends, is
/// Tercom's heuristics as sacreBLEU has them.
class TranslationEdits {
 public:
  /// Edits that make `reference` of `hypothesis` (numbers of words).
  int64_t count(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);

 private:
  /// Words [start, start + length) of the hypothesis, to be put before its word `target`.
  struct Shift {
    int64_t gain = 0;  // by how much it lowers the edit distance
    int64_t length = 0;
    int64_t start = 0;
    int64_t target = 0;
  };

  bool make_best_shift(std::span<const uint32_t> reference);
  void align();
  void find_shifts(std::span<const uint32_t> reference);
  void try_targets(int64_t start, int64_t reference_start, int64_t length);
  void try_shift(int64_t start, int64_t length, int64_t target);
  void shift_words(int64_t start, int64_t length, int64_t target);

  EditDistance distance_;
  std::vector<uint32_t> words_;    // the hypothesis, after the shifts so far
  std::vector<uint32_t> shifted_;  // by the shift that is tried
  std::vector<int64_t>
      aligned_;  // by word of the reference: the last word of words_ up to it, or -1
  std::vector<int32_t> hypothesis_errors_;  // wrong words among the first i
  std::vector<int32_t> reference_errors_;
  Shift best_;
  bool has_best_ = false;
  int num_tried_ = 0;
};

}  // namespace dragoman
