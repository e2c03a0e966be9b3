#include "translate/plain_translation.h"

#include <memory>

#include "markup/like_links.h"
#include "markup/span_patterns.h"
#include "translate/piece_links.h"
#include "translate/terminology.h"
#include "translate/text_units.h"

namespace dragoman {

namespace {

/// Returns where required phrases are in a translation.
std::vector<TextToken> required_in(const std::string& text, const TranslationRequest& sentence) {
  std::vector<std::string> phrases = sentence.phrases;
  if (sentence.terminology != nullptr) {
    for (std::string& phrase :
         sentence.terminology->phrases_for(sentence.text, sentence.protected_spans))
      phrases.push_back(std::move(phrase));
  }
  std::vector<TextToken> found;
  for (const std::string& phrase : phrases) {
    if (phrase.empty()) continue;
    for (size_t at = text.find(phrase); at != std::string::npos;
         at = text.find(phrase, at + phrase.size()))
      found.push_back({at, at + phrase.size()});
  }
  return found;
}

}  // namespace

PlainTranslation plain_translation(const TranslationRequest& sentence,
                                   const Translation& translation) {
  const std::string& source = sentence.text;
  const auto source_tokens = text_tokens(source);
  const auto target_tokens = text_tokens(translation.text);
  const auto links = links_of_pieces(translation.token_alignment,
                                     {source, source_tokens, translation.source_tokens},
                                     {translation.text, target_tokens, translation.tokens});
  return {.text = translation.text,
          .links = link_like_tokens(links, source, source_tokens, translation.text, target_tokens),
          .required = required_in(translation.text, sentence)};
}

TranslationRequest sentence_request(const MarkedText& text, size_t i,
                                    const TranslationRequest& whole) {
  TranslationRequest sentence{
      .text = text.plain()[i], .terminology = whole.terminology, .watch = whole.watch};
  for (const TextToken& span : text.kept(i))
    sentence.protected_spans.push_back({span.begin, span.end});
  return sentence;
}

SearchSettings for_sentences(const SearchSettings& settings) {
  SearchSettings aligned = settings;
  aligned.document = DocumentFormat::kNone;
  aligned.alignment = true;
  return aligned;
}

FindSpans kept_spans_of(const SearchSettings& settings) {
  const auto patterns = std::make_shared<const SpanPatterns>(settings.protect);
  if (patterns->empty()) return {};
  return [patterns](std::string_view text) { return patterns->find(text); };
}

void set_symbols(const std::vector<std::string>& placeholders, const SearchSettings& settings,
                 MarkupOptions& options) {
  options.symbols_are_words = placeholders.empty();
  options.symbols = placeholders.empty() ? settings.stand_ins : placeholders;
}

std::vector<std::string> cut_sentences(const std::string& plain) {
  return cut_text(plain, TextUnit::kSentence);
}

}  // namespace dragoman
