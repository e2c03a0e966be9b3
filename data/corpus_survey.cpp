#include "data/corpus_survey.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "data/pair_reader.h"
#include "data/word_spacing.h"
#include "io/utf8.h"
#include "io/words.h"

namespace dragoman {
namespace {

constexpr char32_t kFirstIdeograph = 0x2E80;
constexpr size_t kCodePoints = 0x110000;

/// Numbers of words of a line.
struct LineWords {
  int64_t between_spaces = 0;  // a line has at least as many tokens
  int64_t all = 0;             // as count_words()
};

LineWords words_in(std::string_view line) {
  int64_t ideographs = 0;
  for (size_t at = 0; at < line.size();)
    ideographs += next_character(line, at) >= kFirstIdeograph ? 1 : 0;
  const auto between_spaces = static_cast<int64_t>(split_words(line).size());
  return {between_spaces, between_spaces + ideographs / 2};
}

/// Returns how many characters, the most frequent first, are this share of a text, as SentencePiece
/// counts them. `counts`: of each code point.
int64_t num_covering(std::vector<int64_t> counts, double share) {
  std::erase(counts, 0);
  std::sort(counts.rbegin(), counts.rend());
  const auto all = static_cast<double>(std::accumulate(counts.begin(), counts.end(), int64_t{0}));
  size_t num = 0;
  for (double covered = 0; num < counts.size() && covered < share * all; ++num)
    covered += static_cast<double>(counts[num]);
  return static_cast<int64_t>(num);
}

}  // namespace

int64_t count_words(std::string_view line) { return words_in(line).all; }

CorpusSurvey survey_corpus(const CorpusSettings& corpus, int64_t most_words, double coverage) {
  CorpusSurvey survey{.most_words = most_words};
  std::vector<int64_t> characters(kCodePoints);
  const auto see = [&](std::string_view text) {
    for (size_t at = 0; at < text.size();) ++characters[next_character(text, at)];
  };
  WordSpacing target_spacing;
  PairReader reader(corpus);
  for (SentencePair pair; reader.next(pair);) {
    const LineWords source = words_in(pair.source), target = words_in(pair.target);
    if (source.all == 0 || target.all == 0) continue;
    if (std::max(source.between_spaces, target.between_spaces) > most_words) {
      ++survey.num_long;
      continue;
    }
    ++survey.num_pairs;
    survey.source_words += source.all;
    survey.target_words += target.all;
    see(pair.source);
    see(pair.target);
    target_spacing.add(pair.target);
    survey.faults.add(pair);
  }
  survey.num_characters = num_covering(std::move(characters), coverage);
  survey.target_lacks_spaces = target_spacing.is_missing();
  return survey;
}

}  // namespace dragoman
