#include "data/corpus_survey.h"

#include <vector>

#include "data/pair_reader.h"
#include "tokenizer/words.h"

namespace dragoman {
namespace {

constexpr char32_t kFirstIdeograph = 0x2E80;
constexpr size_t kCodePoints = 0x110000;

/// Calls visit(code point) for each of valid UTF-8.
template <class Visit>
void visit_code_points(std::string_view text, Visit&& visit) {
  char32_t point = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte < 0x80) {
      point = byte;
    } else if (byte < 0xC0) {
      point = (point << 6) | (byte & 0x3FU);
    } else {
      point = byte & (byte < 0xE0 ? 0x1FU : byte < 0xF0 ? 0x0FU : 0x07U);
    }
    const bool is_last =
        i + 1 == text.size() || (static_cast<unsigned char>(text[i + 1]) & 0xC0U) != 0x80;
    if (is_last) visit(point);
  }
}

bool ends_in_token(std::string_view line) { return line.ends_with(" ."); }

}  // namespace

int64_t count_words(std::string_view line) {
  int64_t ideographs = 0;
  visit_code_points(line, [&](char32_t point) { ideographs += point >= kFirstIdeograph ? 1 : 0; });
  return static_cast<int64_t>(split_words(line).size()) + ideographs / 2;
}

CorpusSurvey survey_corpus(const CorpusSettings& corpus) {
  CorpusSurvey survey;
  std::vector<bool> seen(kCodePoints);
  const auto see = [&](char32_t point) {
    survey.num_characters += seen[point] ? 0 : 1;
    seen[point] = true;
  };
  PairReader reader(corpus);
  for (SentencePair pair; reader.next(pair);) {
    const int64_t source = count_words(pair.source), target = count_words(pair.target);
    if (source == 0 || target == 0) continue;
    ++survey.num_pairs;
    survey.num_tokenized += ends_in_token(pair.source) || ends_in_token(pair.target) ? 1 : 0;
    survey.source_words += source;
    survey.target_words += target;
    visit_code_points(pair.source, see);
    visit_code_points(pair.target, see);
  }
  return survey;
}

}  // namespace dragoman
