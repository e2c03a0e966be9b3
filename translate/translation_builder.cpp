#include "translate/translation_builder.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "io/utf8.h"
#include "io/words.h"
#include "markup/characters.h"
#include "search/hypothesis_score.h"
#include "tokenizer/text_words.h"
#include "translate/attention_alignment.h"
#include "translate/minimum_bayes_risk.h"

namespace dragoman {
namespace {

template <class T>
void append_all(std::vector<T>& values, const std::vector<T>& more) {
  values.insert(values.end(), more.begin(), more.end());
}

/// Returns attention [tokens][source tokens] of a hypothesis, without ends of sentence. With
/// kFollowing, a last token without a following step gets the attention of the step that predicted
/// it.
std::vector<std::vector<float>> attention_rows(const Hypothesis& hypothesis, AlignmentStep step) {
  const size_t last = hypothesis.length() - 1, later = step == AlignmentStep::kFollowing ? 1 : 0;
  std::vector<std::vector<float>> rows;
  for (size_t t = 0; t < hypothesis.tokens.size(); ++t) {
    const auto row =
        hypothesis.attention.begin() + std::min(t + later, last) * hypothesis.source_length;
    rows.emplace_back(row, row + hypothesis.source_length - 1);
  }
  return rows;
}

std::vector<AlignmentLink> shifted(std::vector<AlignmentLink> links, size_t source, size_t target) {
  for (AlignmentLink& link : links) {
    link.source += static_cast<int32_t>(source);
    link.target += static_cast<int32_t>(target);
  }
  return links;
}

const Hypothesis& number_or_last(const std::vector<Hypothesis>& hypotheses, size_t number) {
  return hypotheses[std::min(number, hypotheses.size() - 1)];
}

}  // namespace

void append_translation(Translation part, Translation& line, size_t source_words,
                        size_t target_words) {
  const bool has_both = !line.tokens.empty() && !part.tokens.empty();
  if (has_both && !touch_without_space(line.text, part.text)) line.text += ' ';
  line.text += part.text;
  line.score += part.score;
  line.log_probability += part.log_probability;
  append_all(line.token_alignment,
             shifted(part.token_alignment, line.source_tokens.size(), line.tokens.size()));
  append_all(line.word_alignment, shifted(part.word_alignment, source_words, target_words));
  const size_t before = line.source_tokens.size();
  append_all(line.source_tokens, part.source_tokens);
  for (auto& row : part.attention) row.insert(row.begin(), before, 0.0f);
  append_all(line.attention, part.attention);
  for (auto& row : line.attention) row.resize(line.source_tokens.size());
  append_all(line.tokens, part.tokens);
  append_all(line.token_log_probabilities, part.token_log_probabilities);
}

void drop_alignment(Translation& translation) {
  translation.source_tokens.clear();
  translation.attention.clear();
  translation.token_alignment.clear();
  translation.word_alignment.clear();
}

Translation TranslationBuilder::translate_part(const Hypothesis& hypothesis,
                                               const EncodedLines& lines, size_t task) const {
  const std::vector<std::string>& source_pieces = lines.pieces[task];
  Translation part;
  part.score = hypothesis.score;
  part.log_probability = hypothesis.log_probability;
  part.tokens = sides_.target.pieces_of(hypothesis.tokens);
  part.token_log_probabilities = hypothesis.token_log_probabilities;
  const bool replaces = settings_.unknown == UnknownTokens::kReplace;
  if (replaces || settings_.alignment) part.attention = attention_rows(hypothesis, step_);
  if (!lines.origins[task].empty())
    part.attention = attention_to_pieces(part.attention, lines.origins[task], source_pieces.size());
  if (replaces) {
    const int32_t unknown = sides_.target.unknown_id();
    for (size_t t = 0; t < hypothesis.tokens.size(); ++t) {
      if (hypothesis.tokens[t] == unknown)
        part.tokens[t] = replacement(part.tokens, t, source_pieces, part.attention[t]);
    }
  }
  part.text = without_line_breaks(replaces ? sides_.target.decode_pieces(part.tokens)
                                           : sides_.target.decode(hypothesis.tokens));
  if (settings_.alignment) align(lines, task, part);
  if (!settings_.alignment || detail_ == AlignmentDetail::kLinks) part.attention.clear();
  return part;
}

/// Sets the part's alignment by its attention. Its source words are numbered in the line.
void TranslationBuilder::align(const EncodedLines& lines, size_t task, Translation& part) const {
  part.source_tokens = lines.pieces[task];
  part.token_alignment = align_tokens(part.attention);
  const bool is_given = !lines.target_words.empty();
  part.word_alignment = align_words(
      part.token_alignment, lines.words[task],
      is_given ? lines.target_words[task] : words_in_decoded(part.tokens, sides_.target));
  // Tokens of spaces alone belong to no word.
  if (split_words(part.text).empty()) part.word_alignment.clear();
}

void TranslationBuilder::rank_by_agreement(std::vector<Translation>& candidates) const {
  std::vector<std::string> texts;
  for (const Translation& candidate : candidates) texts.push_back(candidate.text);
  const std::vector<double> utilities = expected_utilities(texts, settings_.mbr);
  for (size_t i = 0; i < candidates.size(); ++i) candidates[i].score = utilities[i];
  sort_best_first(candidates);
}

std::vector<size_t> TranslationBuilder::ranking(
    std::span<const std::vector<Hypothesis>> parts) const {
  size_t count = 1;
  for (const auto& hypotheses : parts) count = std::max(count, hypotheses.size());
  std::vector<size_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), size_t{0});
  if (settings_.samples == 0) return numbers;
  std::vector<double> scores(count);
  for (const auto& draws : parts)
    for (size_t n = 0; n < count; ++n) scores[n] += number_or_last(draws, n).score;
  std::ranges::stable_sort(numbers, std::ranges::greater(), [&](size_t n) { return scores[n]; });
  return numbers;
}

std::vector<std::vector<Translation>> TranslationBuilder::build(
    const EncodedLines& lines, std::vector<std::vector<Hypothesis>> found) const {
  std::vector<std::vector<Translation>> translations;
  const bool all = settings_.mbr != MbrUtility::kNone;
  const auto most = static_cast<size_t>(settings_.num_best);
  size_t first = 0;
  for (const size_t num_parts : lines.num_parts) {
    std::vector<size_t> numbers = ranking(std::span(found).subspan(first, num_parts));
    if (!all) numbers.resize(std::min(numbers.size(), most));
    std::vector<Translation>& line = translations.emplace_back(numbers.size());
    for (size_t rank = 0; rank < numbers.size(); ++rank) {
      size_t words = 0;
      for (size_t part = first; part < first + num_parts; ++part) {
        const Hypothesis& hypothesis = number_or_last(found[part], numbers[rank]);
        Translation translated = translate_part(hypothesis, lines, part);
        const size_t more = split_words(translated.text).size();
        append_translation(std::move(translated), line[rank], 0, words);
        words += more;
      }
    }
    first += num_parts;
    if (!all) continue;
    rank_by_agreement(line);
    line.resize(std::min(line.size(), most));
  }
  return translations;
}

}  // namespace dragoman
