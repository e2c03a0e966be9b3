#include "alignment/word_table.h"

#include <algorithm>

namespace dragoman {
namespace {

/// Returns at least two, because a shift by all bits of a number is undefined.
uint64_t slots_for(uint64_t num_entries) {
  return num_entries == 0 ? 0 : std::bit_ceil(num_entries + num_entries / 2 + 1);
}

}  // namespace

WordTable::WordTable(const WordTranslations& rows) {
  starts_.reserve(rows.starts.size());
  starts_.push_back(0);
  for (size_t i = 0; i + 1 < rows.starts.size(); ++i)
    starts_.push_back(starts_.back() + slots_for(rows.starts[i + 1] - rows.starts[i]));
  slots_.resize(starts_.back());
  for (size_t i = 0; i + 1 < rows.starts.size(); ++i) {
    const uint64_t start = starts_[i], size = starts_[i + 1] - start;
    for (uint64_t k = rows.starts[i]; k < rows.starts[i + 1]; ++k) {
      uint64_t place = first_place(rows.entries[k].target, size);
      while (slots_[start + place].target >= 0) place = (place + 1) & (size - 1);
      slots_[start + place] = rows.entries[k];
    }
  }
}

WordTranslations WordTable::rows(float least) const {
  WordTranslations rows;
  for (size_t i = 0; i < num_rows(); ++i) {
    const auto begin = static_cast<std::ptrdiff_t>(rows.entries.size());
    for (uint64_t slot = starts_[i]; slot < starts_[i + 1]; ++slot) {
      const WordTranslation& entry = slots_[slot];
      if (entry.target >= 0 && std::max(entry.forward, entry.backward) >= least)
        rows.entries.push_back(entry);
    }
    std::sort(
        rows.entries.begin() + begin, rows.entries.end(),
        [](const WordTranslation& a, const WordTranslation& b) { return a.target < b.target; });
    rows.starts.push_back(rows.entries.size());
  }
  return rows;
}

}  // namespace dragoman
