#include "serve/translation_checks.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "io/utf8.h"
#include "serve/api_error.h"
#include "translate/markup_translator.h"

namespace dragoman {
namespace {

constexpr int64_t kWidestBeamInSteps = 16;
constexpr size_t kMostSentencesInSteps = 10;
constexpr size_t kMostAlignedPairs = 20'000'000;  // pairs of characters

}  // namespace

bool has_wishes(const TranslateCall& call, const SearchSettings& settings) {
  return !call.prefixes.empty() || !call.phrases.empty() || call.glossary != nullptr ||
         !call.protected_spans.empty() || settings.samples > 0;
}

bool takes_long_to_prepare(const TranslateCall& call, const SearchSettings& settings) {
  return has_wishes(call, settings) ||
         std::any_of(settings.protect.begin(), settings.protect.end(),
                     [](const std::string& name) { return name != "none" && name != "default"; });
}

void check_amount(const TranslateCall& call, const SearchSettings& settings,
                  const std::vector<TranslatedText>& texts) {
  size_t pairs = 0, sentences = 0;
  for (const TranslatedText& text : texts) {
    sentences += text.pieces.sentences.size();
    for (const std::string& sentence : text.pieces.sentences) {
      const size_t characters = count_characters(sentence);
      pairs += characters * characters * static_cast<size_t>(settings.num_best);
    }
  }
  if (settings.alignment && pairs > kMostAlignedPairs) {
    throw ApiError(413, "text_too_long",
                   "options.alignment returns a number for each pair of tokens, and there are too "
                   "many pairs: send shorter sentences, or ask for fewer translations");
  }
  if (call.steps && settings.samples > 0)
    throw std::invalid_argument(
        "steps shows a beam search, but search.samples draws at random: leave out one of them");
  if (call.steps && (settings.beam > kWidestBeamInSteps || sentences > kMostSentencesInSteps)) {
    throw std::invalid_argument("steps needs a beam of at most " +
                                std::to_string(kWidestBeamInSteps) + " and at most " +
                                std::to_string(kMostSentencesInSteps) + " sentences");
  }
}

void check_phrases(const TranslateCall& call, const std::vector<TranslatedText>& texts) {
  if (call.phrases.empty()) return;
  for (const TranslatedText& text : texts) {
    if (text.pieces.sentences.size() <= 1) continue;
    throw std::invalid_argument(
        call.split == SplitText::kNone
            ? "phrases are for texts of one line each: send the lines as a list"
            : "phrases are for texts of one sentence each: send the sentences as a list, or leave "
              "those of a line together with \"split\": \"none\"");
  }
}

void check_split(const TranslateCall& call, const SearchSettings& settings) {
  if (call.split == SplitText::kNone && settings.document != DocumentFormat::kNone) {
    throw std::invalid_argument(
        "split: none has no effect with options.document: leave out one of them");
  }
}

void check_own_terms(const TranslateCall& call, const Terminology* own,
                     const SearchSettings& settings) {
  if (call.glossary != nullptr || own == nullptr || own->empty() || settings.samples == 0) return;
  if (settings.terminology_mode != TerminologyMode::kConstraint) return;
  throw std::invalid_argument(
      "the model has terms of its own, which are for beam search: send \"glossary\": {} to sample "
      "without them");
}

void check_watch(const TranslateCall& call, const SearchSettings& settings,
                 const std::vector<TranslationRequest>& requests) {
  if (!call.stream && !call.steps) return;
  if (settings.document == DocumentFormat::kNone && !asks_for_markup(settings, requests)) return;
  throw std::invalid_argument(
      std::string(call.stream ? "stream" : "steps") +
      " is for plain text: leave it out, or options.document, options.markup, options.protect and "
      "protected_spans; if the model folder sets one, send \"options\": {\"document\": \"none\", "
      "\"markup\": \"none\", \"protect\": []}");
}

}  // namespace dragoman
