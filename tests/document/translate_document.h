#pragma once

#include <string>
#include <vector>

#include "document/document.h"
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

}  // namespace dragoman
