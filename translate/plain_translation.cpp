#include "translate/plain_translation.h"

#include <memory>

#include "markup/like_links.h"
#include "markup/span_patterns.h"
#include "translate/piece_links.h"
#include "translate/text_units.h"

namespace dragoman {

PlainTranslation plain_translation(const std::string& source, const Translation& translation) {
  const auto source_tokens = text_tokens(source);
  const auto target_tokens = text_tokens(translation.text);
  const auto links = links_of_pieces(translation.token_alignment,
                                     {source, source_tokens, translation.source_tokens},
                                     {translation.text, target_tokens, translation.tokens});
  return {.text = translation.text,
          .links = link_like_tokens(links, source, source_tokens, translation.text, target_tokens)};
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
