#pragma once

#include <string>
#include <vector>

#include "markup/attribute_texts.h"
#include "markup/character_references.h"
#include "markup/protected_spans.h"
#include "markup/sentence_splitter.h"
#include "markup/sentence_writer.h"

namespace dragoman {

/// Options for translating a fragment.
struct MarkupOptions {
  MarkupSyntax syntax = MarkupSyntax::kHtml;
  FindSpans kept_spans = {};                   // finds text that is kept untranslated; empty: none
  std::vector<ByteSpan> protected_spans = {};  // further bytes of the fragment to keep
  // If the sentence has kept text, also remove further protected_spans() from the translation.
  bool takes_out_new = true;
  // Replace kept text in the plain sentences, in this order, without symbols that the sentence
  // already contains. If empty, kept text stays in the sentences.
  std::vector<std::string> symbols = {};
  /// Symbols are words, which a translation may also contain for other reasons.
  bool symbols_are_words = false;
  bool attributes = false;  // also translate the values of alt, title and placeholder
  // Treat the fragment as one sentence, whatever its tags. Kept elements are kept as a whole.
  bool is_one_sentence = false;
  /// Splits text between tags into sentences; empty: it is one sentence.
  CutSentences cut_sentences = {};
};

/// A translated fragment, and links between the words of both texts without tags.
struct MarkedTranslation {
  std::string text;
  std::vector<TokenLink> word_links;
};

/// A fragment of HTML or XML, and its plain sentences, which the caller translates. Accepts any
/// text: broken markup is written back unchanged, each tag once.
class MarkedText {
 public:
  /// `text` must be valid UTF-8. Throws as protect_spans() does.
  MarkedText(std::string text, const MarkupOptions& options);

  /// Returns the plain texts to translate.
  const std::vector<std::string>& plain() const { return plain_; }
  /// Returns the bytes of plain()[i] that are kept untranslated, or are symbols of kept text.
  std::vector<ByteSpan> kept(size_t i) const;
  /// Returns `text`, which the translation of plain()[i] must contain, with that sentence's
  /// symbols.
  std::string with_symbols(size_t i, const std::string& text) const;
  /// Returns the translated fragment. Throws std::invalid_argument unless there is one translation
  /// for each plain text.
  std::string translated(const std::vector<PlainTranslation>& translations) const;
  /// The same, with the links of shown_links(). Values of attributes have none.
  MarkedTranslation translated_with_links(const std::vector<PlainTranslation>& translations) const;

 private:
  void find_values(const std::vector<size_t>& tags, const MarkupOptions& options);
  std::string write(const Fragment& fragment, const std::vector<PlainTranslation>& translations,
                    ShownText& shown) const;
  std::string translated(const std::vector<PlainTranslation>& translations, ShownText& shown) const;

  Fragment fragment_;
  Spelling spelling_;
  std::vector<Sentence> sentences_;
  std::vector<AttributeText> values_;  // translated after the sentences
  std::vector<MarkedText> in_values_;  // text of each value, if parts may be kept; else empty
  std::vector<std::string> plain_;
};

}  // namespace dragoman
