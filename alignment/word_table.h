#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman {

/// How likely two words translate each other.
struct WordTranslation {
  int32_t target = -1;
  float forward = 0;   // t(target | source)
  float backward = 0;  // t(source | target)
};

/// Translations of all source words, those of a word ascending.
struct WordTranslations {
  std::vector<uint64_t> starts = {0};  // [source words + 1]: where the row of each begins
  std::vector<WordTranslation> entries;
};

/// The same, made to be looked up: each row is a small hash table, so that a pair of words costs
/// one access to memory, for both directions.
class WordTable {
 public:
  static constexpr int64_t kNone = -1;

  WordTable() = default;
  explicit WordTable(const WordTranslations& rows);

  size_t num_rows() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  /// Entries have numbers below this one; some numbers are no entries, and their target is -1.
  size_t num_slots() const { return slots_.size(); }
  size_t row_start(size_t source) const { return starts_[source]; }

  const WordTranslation& at(size_t slot) const { return slots_[slot]; }
  WordTranslation& at(size_t slot) { return slots_[slot]; }
  /// The number of the entry of two words of the lists, or kNone.
  int64_t find(int32_t source, int32_t target) const {
    const uint64_t start = starts_[static_cast<size_t>(source)];
    const uint64_t size = starts_[static_cast<size_t>(source) + 1] - start;
    if (size == 0) return kNone;
    for (uint64_t i = first_place(target, size);; i = (i + 1) & (size - 1)) {
      const int32_t found = slots_[start + i].target;
      if (found == target) return static_cast<int64_t>(start + i);
      if (found < 0) return kNone;
    }
  }
  /// The entries that are at least so likely in one direction.
  WordTranslations rows(float least) const;

 private:
  static uint64_t first_place(int32_t target, uint64_t size) {
    return (static_cast<uint32_t>(target) * 0x9e3779b1U) >> (32 - std::countr_zero(size));
  }

  std::vector<uint64_t> starts_;        // of each row in slots_; the size of each is a power of 2
  std::vector<WordTranslation> slots_;  // of each row at least a third is free
};

}  // namespace dragoman
