#pragma once

#include <string>
#include <vector>

#include "document/document.h"
#include "markup/byte_span.h"
#include "markup/text_tokens.h"
#include "word_for_word.h"

namespace dragoman {

/// A document in translation, and what was left as it was.
struct TranslatedDocument {
  std::string text;
  std::vector<DocumentNote> notes = {};
};

/// A document whose texts are translated by `translate`, a function of a plain sentence.
template <class Translate>
TranslatedDocument translate_document(const Document& document, const Translate& translate) {
  std::vector<std::string> translations;
  for (const DocumentSegment& segment : document.segments()) {
    const MarkedText marked(segment.text, segment.markup);
    std::vector<PlainTranslation> plain;
    for (const std::string& sentence : marked.plain()) plain.push_back(translate(sentence));
    translations.push_back(marked.translated(plain));
  }
  TranslatedDocument translated;
  translated.text = document.translated(translations, translated.notes);
  return translated;
}

/// A document whose words are translated each by itself.
inline TranslatedDocument translate_document(const Document& document,
                                             const Dictionary& dictionary) {
  return translate_document(
      document, [&](const std::string& sentence) { return translate_words(sentence, dictionary); });
}

/// A translation whose words are in the opposite order, with links.
inline PlainTranslation mirrored(const std::string& plain) {
  const auto tokens = text_tokens(plain);
  const auto count = static_cast<int32_t>(tokens.size());
  PlainTranslation translation;
  for (int32_t i = 0; i < count; ++i) {
    translation.text = std::string(tokens[i].of(plain)) + (i > 0 ? " " : "") + translation.text;
    translation.links.push_back({i, count - 1 - i});
  }
  return translation;
}

}  // namespace dragoman
