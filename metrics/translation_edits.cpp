#include "metrics/translation_edits.h"

#include <algorithm>
#include <tuple>

namespace dragoman {
namespace {

constexpr int64_t kMaxShiftLength = 10;
constexpr int64_t kMaxShiftDistance = 50;
constexpr int kMaxTried = 1000;  // limit of shifts tried for one pair of hypothesis and reference

bool has_errors(const std::vector<int32_t>& errors, int64_t start, int64_t length) {
  return errors[static_cast<size_t>(start + length)] > errors[static_cast<size_t>(start)];
}

}  // namespace

int64_t TranslationEdits::count(std::span<const uint32_t> hypothesis,
                                std::span<const uint32_t> reference) {
  if (reference.empty()) return static_cast<int64_t>(hypothesis.size());
  words_.assign(hypothesis.begin(), hypothesis.end());
  num_tried_ = 0;
  distance_.start(words_, reference);
  int64_t num_shifts = 0;
  while (make_best_shift(reference)) ++num_shifts;
  return num_shifts + distance_.distance();
}

/// Makes the best shift. Returns false if no shift helps, or if the limit of tries is reached.
bool TranslationEdits::make_best_shift(std::span<const uint32_t> reference) {
  align();
  has_best_ = false;
  find_shifts(reference);
  if (num_tried_ >= kMaxTried || !has_best_ || best_.gain <= 0) return false;
  shift_words(best_.start, best_.length, best_.target);
  words_ = shifted_;
  distance_.start(words_, reference);
  return true;
}

void TranslationEdits::align() {
  aligned_.clear();
  hypothesis_errors_.assign(1, 0);
  reference_errors_.assign(1, 0);
  int64_t last_word = -1;
  for (const Edit edit : distance_.trace()) {
    const int32_t error = edit == Edit::kKeep ? 0 : 1;
    if (edit != Edit::kInsert) {
      ++last_word;
      hypothesis_errors_.push_back(hypothesis_errors_.back() + error);
    }
    if (edit != Edit::kDelete) {
      aligned_.push_back(last_word);
      reference_errors_.push_back(reference_errors_.back() + error);
    }
  }
}

void TranslationEdits::find_shifts(std::span<const uint32_t> reference) {
  const auto num_words = static_cast<int64_t>(words_.size());
  const auto num_reference_words = static_cast<int64_t>(reference.size());
  for (int64_t start = 0; start < num_words; ++start) {
    const int64_t first = std::max<int64_t>(0, start - kMaxShiftDistance);
    const int64_t last = std::min(num_reference_words - 1, start + kMaxShiftDistance);
    for (int64_t reference_start = first; reference_start <= last; ++reference_start) {
      for (int64_t length = 1; length <= kMaxShiftLength; ++length) {
        const int64_t word = start + length - 1;
        const int64_t reference_word = reference_start + length - 1;
        if (word == num_words || reference_word == num_reference_words) break;
        if (words_[static_cast<size_t>(word)] != reference[static_cast<size_t>(reference_word)])
          break;
        try_targets(start, reference_start, length);
        if (num_tried_ >= kMaxTried) return;
      }
    }
  }
}

/// Tries to move words to where the same words of the reference are aligned, at each possible
/// target.
void TranslationEdits::try_targets(int64_t start, int64_t reference_start, int64_t length) {
  if (!has_errors(hypothesis_errors_, start, length)) return;
  if (!has_errors(reference_errors_, reference_start, length)) return;
  const int64_t aligned = aligned_[static_cast<size_t>(reference_start)];
  if (start <= aligned && aligned < start + length) return;
  int64_t tried = -1;
  for (int64_t at = reference_start - 1; at < reference_start + length; ++at) {
    const int64_t target = at == -1 ? 0 : aligned_[static_cast<size_t>(at)] + 1;
    if (target == tried) continue;
    tried = target;
    try_shift(start, length, target);
  }
}

void TranslationEdits::try_shift(int64_t start, int64_t length, int64_t target) {
  ++num_tried_;
  shift_words(start, length, target);
  const Shift shift{distance_.distance() - distance_.distance_of(shifted_), length, start, target};
  // Ranks by gain; ties by greater length, earlier start, earlier target.
  const auto rank = [](const Shift& s) {
    return std::tuple(s.gain, s.length, -s.start, -s.target);
  };
  if (!has_best_ || rank(shift) > rank(best_)) best_ = shift;
  has_best_ = true;
}

/// Writes the shifted words to shifted_. A target within the moved words is counted from their
/// start, after they are taken out.
void TranslationEdits::shift_words(int64_t start, int64_t length, int64_t target) {
  shifted_ = words_;
  const auto begin = shifted_.begin() + start;
  const auto end = begin + length;
  if (target < start) {
    std::rotate(shifted_.begin() + target, begin, end);
  } else if (target > start + length) {
    std::rotate(begin, end, shifted_.begin() + target);
  } else {
    const auto num_words = static_cast<int64_t>(shifted_.size());
    std::rotate(begin, end, shifted_.begin() + std::min(num_words, length + target));
  }
}

}  // namespace dragoman
