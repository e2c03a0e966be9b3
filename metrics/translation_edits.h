#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/edit_distance.h"

namespace dragoman {

/// Counts the edits of translation edit rate: insertions, deletions and substitutions of words, and
/// shifts of word sequences. The order and the end of the search for shifts follow Tercom's
/// heuristics, as implemented in sacreBLEU.
class TranslationEdits {
 public:
  /// Returns the number of edits that turn `hypothesis` into `reference` (as word numbers).
  int64_t count(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);

 private:
  /// Moves words [start, start + length) of the hypothesis before its word `target`.
  struct Shift {
    int64_t gain = 0;  // reduction of the edit distance
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
  std::vector<uint32_t> words_;    // the hypothesis after the shifts so far
  std::vector<uint32_t> shifted_;  // words_ after the shift that is being tried
  /// For each word of the reference: the last word of words_ aligned up to there; -1: none.
  std::vector<int64_t> aligned_;
  std::vector<int32_t> hypothesis_errors_;  // [i]: number of wrong words among the first i
  std::vector<int32_t> reference_errors_;
  Shift best_;
  bool has_best_ = false;
  int num_tried_ = 0;
};

}  // namespace dragoman
