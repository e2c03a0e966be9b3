#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dragoman {

/// Translation probabilities of two words.
struct WordTranslation {
  int32_t target = -1;
  float forward = 0;   // t(target | source)
  float backward = 0;  // t(source | target)
};

/// Translations of all source words; each word's are ascending.
struct WordTranslations {
  std::vector<uint64_t> starts = {0};  // [source words + 1]: start of each row
  std::vector<WordTranslation> entries;
};

/// The same, for look-up. Each row is a small hash table, so a pair of words costs one access to
/// memory for both directions.
class WordTable {
 public:
  static constexpr int64_t kNone = -1;

  WordTable() = default;
  explicit WordTable(const WordTranslations& rows);

  size_t num_rows() const { return starts_.empty() ? 0 : starts_.size() - 1; }
  /// Number of slots. Entries are slots; empty slots have target -1.
  size_t num_slots() const { return slots_.size(); }
  size_t row_start(size_t source) const { return starts_[source]; }

  const WordTranslation& at(size_t slot) const { return slots_[slot]; }
  WordTranslation& at(size_t slot) { return slots_[slot]; }
  /// Returns the slot of two words' entry, or kNone.
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
  /// Returns the entries whose probability is at least `least` in one of the directions.
  WordTranslations rows(float least) const;

 private:
  static uint64_t first_place(int32_t target, uint64_t size) {
    return (static_cast<uint32_t>(target) * 0x9e3779b1U) >> (32 - std::countr_zero(size));
  }

  std::vector<uint64_t> starts_;        // start of each row in slots_; row sizes are powers of 2
  std::vector<WordTranslation> slots_;  // at least a third of each row is empty
};

}  // namespace dragoman
