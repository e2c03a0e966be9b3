#include "translate/line_translator.h"

#include <algorithm>
#include <stdexcept>

#include "translate/search_vocabulary.h"
#include "translate/watched_lines.h"

namespace dragoman {

SearchVocabulary LineTranslator::vocabulary(const SearchSettings& settings) const {
  return search_vocabulary(settings, sides_.source.pad_id(), sides_.target,
                           "the target vocabulary");
}

void LineTranslator::check(const SearchSettings& settings) const {
  check_search_settings(settings);
  vocabulary(settings);
  if (settings.terminology_mode == TerminologyMode::kInline) check_term_signs(sides_.source);
  if (settings.alignment_layer > model_.num_layers()) {
    throw std::invalid_argument(
        "search.alignment_layer is " + std::to_string(settings.alignment_layer) +
        ", but the decoder has " + std::to_string(model_.num_layers()) + " layers");
  }
}

void LineTranslator::check(const std::vector<TranslationRequest>& requests,
                           const SearchSettings& settings) const {
  TranslationCounts counts;
  LineEncoder(sides_, settings).encode(requests, counts);
}

std::vector<std::vector<Translation>> LineTranslator::search(const EncodedLines& lines,
                                                             const SearchSettings& settings,
                                                             AlignmentDetail detail) const {
  SearchVocabulary known = vocabulary(settings);
  const bool has_phrases =
      std::any_of(lines.tasks.begin(), lines.tasks.end(),
                  [](const SearchTask& task) { return !task.phrases.empty(); });
  if (has_phrases) known.words = &word_pieces_->get();
  const AlignmentStep step =
      settings.alignment_layer > 0 ? AlignmentStep::kPredicting : model_.alignment_step();
  return TranslationBuilder(sides_, settings, step, detail)
      .build(lines, search_in_batches(model_, lines.tasks, known, settings, workers_));
}

std::vector<std::vector<Translation>> LineTranslator::translate(
    const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
    TranslationCounts& counts, AlignmentDetail detail) const {
  check(settings);
  EncodedLines lines = LineEncoder(sides_, settings).encode(requests, counts);
  const WatchedLines watched(requests, sides_.target, lines);
  auto translations = search(lines, settings, detail);
  for (const auto& line : translations)
    counts.target_tokens += static_cast<int64_t>(line.front().tokens.size());
  return translations;
}

std::vector<std::string> LineTranslator::translate(const std::vector<std::string>& lines,
                                                   const SearchSettings& settings) const {
  std::vector<TranslationRequest> requests;
  for (const std::string& line : lines) requests.push_back({line});
  TranslationCounts counts;
  std::vector<std::string> texts;
  for (auto& translations : translate(requests, settings, counts))
    texts.push_back(std::move(translations.front().text));
  return texts;
}

std::vector<Translation> LineTranslator::score(const std::vector<std::string>& lines,
                                               const std::vector<std::string>& translations,
                                               const SearchSettings& settings,
                                               TranslationCounts& counts) const {
  if (lines.size() != translations.size()) {
    throw std::invalid_argument("there are " + std::to_string(lines.size()) + " lines, but " +
                                std::to_string(translations.size()) + " translations of them");
  }
  SearchSettings forced = for_one_best(settings, 1);
  forced.alignment = settings.alignment;
  forced.alignment_layer = settings.alignment_layer;
  forced.suppress = {};
  forced.unknown = UnknownTokens::kAllow;
  forced.scores = true;
  check(forced);
  const EncodedLines pairs = LineEncoder(sides_, forced).encode_pairs(lines, translations, counts);
  std::vector<Translation> scored;
  for (auto& line : search(pairs, forced, AlignmentDetail::kAll))
    scored.push_back(std::move(line.front()));
  return scored;
}

}  // namespace dragoman
