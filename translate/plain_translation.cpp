#include "translate/plain_translation.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "io/utf8.h"
#include "markup/like_links.h"
#include "markup/span_patterns.h"
#include "markup/text_tokens.h"
#include "threads/cancellation.h"
#include "translate/piece_links.h"
#include "translate/terminology.h"
#include "translate/text_units.h"

namespace dragoman {

namespace {

/// Returns tokens as terms are compared.
std::vector<std::string> folded_tokens(const std::string& text,
                                       const std::vector<ByteSpan>& tokens) {
  std::vector<std::string> found;
  for (const ByteSpan& token : tokens) found.push_back(folded(token.of(text)));
  return found;
}

/// Returns where required phrases are in a translation. Tokenizers may have changed their case.
/// They are sought only beside protected parts, which could replace them.
std::vector<ByteSpan> required_in(const std::string& text, const std::vector<ByteSpan>& tokens,
                                  const TranslationRequest& sentence) {
  std::vector<ByteSpan> found;
  if (sentence.protected_spans.empty()) return found;
  std::vector<std::string> phrases = sentence.phrases;
  if (sentence.terminology != nullptr) {
    for (std::string& phrase :
         sentence.terminology->phrases_for(sentence.text, sentence.protected_spans))
      phrases.push_back(std::move(phrase));
  }
  if (phrases.empty()) return found;
  const std::vector<std::string> words = folded_tokens(text, tokens);
  for (const std::string& any : phrases) {
    const std::string phrase = replace_invalid_utf8(any);
    const std::vector<std::string> wanted = folded_tokens(phrase, text_tokens(phrase));
    if (wanted.empty()) continue;
    for (auto at = words.begin();
         (at = std::search(at, words.end(), wanted.begin(), wanted.end())) != words.end(); ++at) {
      const auto first = static_cast<size_t>(at - words.begin());
      found.push_back({tokens[first].begin, tokens[first + wanted.size() - 1].end});
    }
  }
  return found;
}

/// Returns the number of bytes of the tokens that a required prefix has begun.
size_t prefix_in(const std::vector<ByteSpan>& tokens, const TranslationRequest& sentence) {
  const size_t count =
      std::min(tokens.size(), text_tokens(replace_invalid_utf8(sentence.prefix)).size());
  return count == 0 ? 0 : tokens[count - 1].end;
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
  std::vector<TokenLink> word_links;
  for (const AlignmentLink& link : translation.word_alignment)
    word_links.push_back({link.source, link.target});
  return {.text = translation.text,
          .links = link_like_tokens(links, source, source_tokens, translation.text, target_tokens),
          .required = required_in(translation.text, target_tokens, sentence),
          .prefix = prefix_in(target_tokens, sentence),
          .word_links = std::move(word_links)};
}

TranslationRequest sentence_request(const MarkedText& text, size_t i,
                                    const TranslationRequest& whole) {
  TranslationRequest sentence{
      .text = text.plain()[i], .terminology = whole.terminology, .watch = whole.watch};
  for (const ByteSpan& span : text.kept(i))
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
  Cancellation::check();  // a whole page may be one text
  return cut_text(plain, TextUnit::kSentence);
}

}  // namespace dragoman
