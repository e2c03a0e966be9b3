#include "alignment/cooccurrences.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>

#include "threads/cancellation.h"
#include "threads/run_in_threads.h"

namespace dragoman {
namespace {

constexpr uint64_t kMostOccurrences = uint64_t{1} << 22;  // of the words in a range
constexpr uint64_t kFewRanges = 64;  // gives threads equal shares of a small text

struct SourceRange {
  size_t begin = 0;
  size_t end = 0;
};

/// Splits the source words into ranges with about the same number of occurrences.
std::vector<SourceRange> split_sources(const std::vector<uint64_t>& counts) {
  const uint64_t all = std::accumulate(counts.begin(), counts.end(), uint64_t{0});
  const uint64_t most = std::min(kMostOccurrences, all / kFewRanges + 1);
  std::vector<SourceRange> ranges;
  uint64_t sum = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    if (ranges.empty() || sum + counts[i] > most) {
      ranges.push_back({i, i});
      sum = 0;
    }
    sum += counts[i];
    ranges.back().end = i + 1;
  }
  return ranges;
}

/// Counts co-occurrences of the source words of one range at a time.
class RangeCounter {
 public:
  RangeCounter(const WordPairFile& pairs, const WordCounts& counts, size_t most)
      : pairs_(pairs), counts_(counts), most_(most), together_(counts.target.size()) {}

  WordTranslations count(const SourceRange& range) {
    find_occurrences(range);
    WordTranslations rows;
    for (size_t source = range.begin; source < range.end; ++source) {
      Cancellation::check();
      add_row(source, source - range.begin, rows);
      rows.starts.push_back(rows.entries.size());
    }
    return rows;
  }

 private:
  /// Collects the target sides of all pairs that contain each source word of the range.
  void find_occurrences(const SourceRange& range) {
    starts_.assign(range.end - range.begin + 1, 0);
    for (size_t i = range.begin; i < range.end; ++i)
      starts_[i - range.begin + 1] = starts_[i - range.begin] + counts_.source[i];
    occurrences_.resize(starts_.back());
    std::vector<uint64_t> next = starts_;
    const auto visit = [&](const WordPair& pair) {
      for (const int32_t id : pair.source) {
        const size_t row = static_cast<size_t>(id) - range.begin;
        if (row < range.end - range.begin) occurrences_[next[row]++] = pair.target;
      }
    };
    for (size_t block = 0; block < pairs_.num_blocks(); ++block) pairs_.visit_block(block, visit);
  }

  void add_row(size_t source, size_t row, WordTranslations& rows) {
    std::vector<int32_t> targets;
    for (uint64_t k = starts_[row]; k < starts_[row + 1]; ++k) {
      for (const int32_t id : occurrences_[k]) {
        if (together_[static_cast<size_t>(id)]++ == 0) targets.push_back(id);
      }
    }
    std::vector<WordTranslation> entries;
    for (const int32_t id : targets) entries.push_back(entry_of(source, id));
    prune(entries);
    rows.entries.insert(rows.entries.end(), entries.begin(), entries.end());
  }

  /// Makes the entry of a word pair and resets its count.
  WordTranslation entry_of(size_t source, int32_t target) {
    uint32_t& together = together_[static_cast<size_t>(target)];
    const uint64_t all = counts_.source[source] + counts_.target[static_cast<size_t>(target)];
    const float dice = std::min(1.0F, 2 * static_cast<float>(together) / static_cast<float>(all));
    together = 0;
    return {target, std::sqrt(dice), std::sqrt(dice)};
  }

  void prune(std::vector<WordTranslation>& entries) const {
    const auto is_better = [](const WordTranslation& a, const WordTranslation& b) {
      return a.forward != b.forward ? a.forward > b.forward : a.target < b.target;
    };
    const auto is_before = [](const WordTranslation& a, const WordTranslation& b) {
      return a.target < b.target;
    };
    if (entries.size() > most_) {
      const auto end = entries.begin() + static_cast<std::ptrdiff_t>(most_);
      std::nth_element(entries.begin(), end, entries.end(), is_better);
      entries.erase(end, entries.end());
    }
    std::sort(entries.begin(), entries.end(), is_before);
  }

  const WordPairFile& pairs_;
  const WordCounts& counts_;
  size_t most_;
  std::vector<uint32_t> together_;  // [target words]
  std::vector<uint64_t> starts_;    // start of each word of the range in occurrences_
  std::vector<std::span<const int32_t>> occurrences_;
};

WordTranslations joined(std::vector<WordTranslations>& parts) {
  WordTranslations rows;
  for (WordTranslations& part : parts) {
    const uint64_t before = rows.entries.size();
    for (size_t i = 1; i < part.starts.size(); ++i) rows.starts.push_back(before + part.starts[i]);
    rows.entries.insert(rows.entries.end(), part.entries.begin(), part.entries.end());
    part = {};
  }
  return rows;
}

}  // namespace

WordTranslations find_cooccurrences(const WordPairFile& pairs, const WordCounts& counts,
                                    size_t most, size_t num_threads) {
  const std::vector<SourceRange> ranges = split_sources(counts.source);
  std::vector<WordTranslations> parts(ranges.size());
  std::atomic<size_t> next = 0;
  run_in_threads(num_threads, [&](size_t) {
    RangeCounter counter(pairs, counts, most);
    for (size_t i = next++; i < ranges.size(); i = next++) parts[i] = counter.count(ranges[i]);
  });
  return joined(parts);
}

}  // namespace dragoman
