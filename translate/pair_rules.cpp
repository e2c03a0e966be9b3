#include "translate/pair_rules.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "io/utf8.h"
#include "metrics/python_text.h"

namespace dragoman {
namespace {

int64_t count_words(std::string_view text) {
  std::vector<std::string_view> words;
  python_split(text, words);
  return static_cast<int64_t>(words.size());
}

bool exceeds(int64_t count, int64_t most) { return most > 0 && count > most; }

/// `shorter` is at least 1. The quotient of two counts is the double next to their ratio, as `most`
/// is next to the number given.
bool exceeds_ratio(int64_t shorter, int64_t longer, double most) {
  return most > 0 && static_cast<double>(longer) / static_cast<double>(shorter) > most;
}

}  // namespace

PairVerdict judge_text(const SentencePair& pair, const PairRules& rules) {
  const std::string &source = pair.source, &target = pair.target;
  if (!is_valid_utf8(source) || !is_valid_utf8(target)) return PairVerdict::kInvalidUtf8;
  const auto [shorter, longer] = std::minmax({count_words(source), count_words(target)});
  if (shorter == 0) return PairVerdict::kEmpty;
  if (rules.drop_identical && source == target) return PairVerdict::kIdentical;
  if (shorter < rules.min_words) return PairVerdict::kMinWords;
  if (exceeds(longer, rules.max_words)) return PairVerdict::kMaxWords;
  const size_t characters = std::max(count_characters(source), count_characters(target));
  if (exceeds(static_cast<int64_t>(characters), rules.max_characters))
    return PairVerdict::kMaxCharacters;
  if (exceeds_ratio(shorter, longer, rules.max_ratio)) return PairVerdict::kMaxRatio;
  return PairVerdict::kKept;
}

}  // namespace dragoman
