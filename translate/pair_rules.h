#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "data/sentence_pair.h"

namespace dragoman {

/// Whether a pair is kept, and if not, why. In the order of the checks.
enum class PairVerdict {
  kKept,
  kInvalidUtf8,
  kEmpty,
  kIdentical,
  kMinWords,
  kMaxWords,
  kMaxCharacters,
  kMaxRatio,
  kDuplicate,
  kMinLmScore,
  kMinSourceLmScore,
  kMinScore
};
constexpr auto enum_names(PairVerdict) {
  return std::array{std::pair{PairVerdict::kKept, "kept"},
                    std::pair{PairVerdict::kInvalidUtf8, "invalid-utf-8"},
                    std::pair{PairVerdict::kEmpty, "empty"},
                    std::pair{PairVerdict::kIdentical, "identical"},
                    std::pair{PairVerdict::kMinWords, "min-words"},
                    std::pair{PairVerdict::kMaxWords, "max-words"},
                    std::pair{PairVerdict::kMaxCharacters, "max-characters"},
                    std::pair{PairVerdict::kMaxRatio, "max-ratio"},
                    std::pair{PairVerdict::kDuplicate, "duplicate"},
                    std::pair{PairVerdict::kMinLmScore, "min-lm-score"},
                    std::pair{PairVerdict::kMinSourceLmScore, "min-source-lm-score"},
                    std::pair{PairVerdict::kMinScore, "min-score"}};
}

/// Requirements on both texts of a pair. A rule that is 0 or false is off. Words are separated by
/// white space.
struct PairRules {
  int64_t min_words = 0;
  int64_t max_words = 0;
  int64_t max_characters = 0;   // Unicode code points
  double max_ratio = 0;         // words of the longer side divided by words of the shorter one
  bool drop_identical = false;  // pairs whose sides are the same text
};

/// Returns the first rule that the pair breaks, or kKept. Never keeps a pair with invalid UTF-8 or
/// with a side of white space only.
PairVerdict judge_text(const SentencePair& pair, const PairRules& rules);

}  // namespace dragoman
