#include "metrics/ngram_table.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr uint64_t kMultiplier = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio

/// Returns a key other than 0. `parent` as in Ngram.
uint64_t key_of(uint32_t parent, uint32_t symbol) {
  return ((static_cast<uint64_t>(parent) << 32) | symbol) + 1;
}

}  // namespace

void NgramTable::reset(size_t num_symbols, int max_order) {
  max_order_ = max_order;
  const size_t size = std::bit_ceil(2 * num_symbols * static_cast<size_t>(max_order) + 2);
  if (size > UINT32_MAX) throw std::runtime_error("a segment is too long to be scored: divide it");
  shift_ = 64 - std::countr_zero(size);
  keys_.assign(size, 0);
  allowed_.resize(std::max(allowed_.size(), size));
  has_reference_ = false;
}

/// Returns the slot of a key, or the empty slot for it.
size_t NgramTable::slot_of(uint64_t key) const {
  size_t slot = (key * kMultiplier) >> shift_;
  const auto is_taken = [key](uint64_t other) { return (other != key) & (other != 0); };
  while (is_taken(keys_[slot])) slot = (slot + 1) & (keys_.size() - 1);
  return slot;
}

void NgramTable::start_ngrams(size_t num_symbols) {
  ngrams_.resize(num_symbols);
  for (size_t begin = 0; begin < num_symbols; ++begin) {
    ngrams_[begin] = {static_cast<uint32_t>(begin), 0};
  }
}

// Both loops below process one order after another. The n-grams that the processor computes at the
// same time are then independent. The loops have no branches that depend on the text, since these
// would be mispredicted often.

template <class Visit>
void NgramTable::visit_ngrams(std::span<const uint32_t> reference, Visit visit) {
  start_ngrams(reference.size());
  for (size_t last = 0; last < static_cast<size_t>(max_order_) && last < reference.size(); ++last) {
    for (size_t begin = 0; begin + last < reference.size(); ++begin) {
      Ngram& ngram = ngrams_[begin];
      const uint64_t key = key_of(ngram.parent, reference[begin + last]);
      const size_t slot = slot_of(key);
      allowed_[slot] *= keys_[slot] != 0;
      keys_[slot] = key;
      ngram.parent = static_cast<uint32_t>(slot) + 1;
      visit(slot);
    }
  }
}

void NgramTable::add(std::span<const uint32_t> reference) {
  if (!has_reference_) {
    visit_ngrams(reference, [this](size_t slot) { ++allowed_[slot]; });
    has_reference_ = true;
    return;
  }
  seen_.assign(keys_.size(), 0);
  visit_ngrams(reference,
               [this](size_t slot) { allowed_[slot] = std::max(allowed_[slot], ++seen_[slot]); });
}

void NgramTable::count_matches(std::span<const uint32_t> hypothesis, double* matches) {
  start_ngrams(hypothesis.size());
  size_t num_ngrams = ngrams_.size();
  matched_.resize(1 + num_ngrams * static_cast<size_t>(max_order_));
  size_t num_matched = 0;
  for (size_t last = 0; last < static_cast<size_t>(max_order_) && num_ngrams > 0; ++last) {
    if (ngrams_[num_ngrams - 1].begin + last >= hypothesis.size()) --num_ngrams;
    const size_t num_matched_before = num_matched;
    /// An n-gram that is in no reference cannot begin a longer match.
    size_t num_found = 0;
    for (size_t i = 0; i < num_ngrams; ++i) {
      const Ngram ngram = ngrams_[i];
      const uint64_t key = key_of(ngram.parent, hypothesis[ngram.begin + last]);
      const size_t slot = slot_of(key);
      const uint32_t is_found = keys_[slot] != 0;
      const uint32_t is_match = is_found & (allowed_[slot] > 0);
      ngrams_[num_found] = {ngram.begin, static_cast<uint32_t>(slot) + 1};
      num_found += is_found;
      allowed_[slot] -= is_match;
      matched_[num_matched] = static_cast<uint32_t>(slot);
      num_matched += is_match;
    }
    num_ngrams = num_found;
    matches[last] += static_cast<double>(num_matched - num_matched_before);
  }
  // Restores the counts for the next hypothesis.
  for (size_t i = 0; i < num_matched; ++i) ++allowed_[matched_[i]];
}

}  // namespace dragoman
