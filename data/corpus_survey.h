#pragma once

#include <cstdint>
#include <string_view>

#include "data/data_settings.h"
#include "data/text_faults.h"

namespace dragoman {

/// Sizes of a corpus, for choosing a model, a vocabulary and a schedule.
struct CorpusSurvey {
  int64_t num_pairs = 0;             // whose sides both have text, and not too many words
  int64_t source_words = 0;          // of these pairs, by count_words()
  int64_t target_words = 0;          // the same
  int64_t num_characters = 0;        // different code points, but not the rarest beyond `coverage`
  bool target_lacks_spaces = false;  // between its words, as WordSpacing finds
  int64_t num_long = 0;              // pairs of which a side has more than most_words
  int64_t most_words = 0;
  TextFaults faults = {};  // of these pairs
};

/// Counts the words of a line of valid UTF-8: parts between white space, and one word for each two
/// characters from U+2E80 on, since Chinese and Japanese have no spaces.
int64_t count_words(std::string_view line);

/// Reads a corpus once. Of pairs with more than `most_words` between white space on a side, which
/// training leaves out, only their number is counted. `coverage`: the share of the text's
/// characters that a vocabulary must cover, as tokenizer.character_coverage. Throws
/// std::runtime_error as PairReader does.
CorpusSurvey survey_corpus(const CorpusSettings& corpus, int64_t most_words, double coverage = 1);

}  // namespace dragoman
