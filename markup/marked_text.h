#pragma once

#include <string>
#include <vector>

#include "markup/attribute_texts.h"
#include "markup/character_references.h"
#include "markup/protected_spans.h"
#include "markup/sentence_splitter.h"
#include "markup/sentence_writer.h"

namespace dragoman {

/// What of a fragment is translated besides the text between its tags.
struct MarkupOptions {
  MarkupSyntax syntax = MarkupSyntax::kHtml;
  FindSpans kept_spans = {};                    // text that stays as it is; empty: none does
  std::vector<TextToken> protected_spans = {};  // bytes of the fragment that stay, too
  // Where something stays, what protected_spans() finds in a translation beside it is taken out.
  bool takes_out_new = true;
  // Stand in the plain sentences for what stays, in their order; such as the sentence has already
  // are left out. Empty: what stays stands there itself.
  std::vector<std::string> symbols = {};
  bool symbols_are_words = false;   // which the translation may have for other reasons, too
  bool attributes = false;          // the values of alt, title and placeholder
  bool is_one_sentence = false;     // whatever its tags say
  CutSentences cut_sentences = {};  // finds sentences in text between tags; empty: it is one
};

/// A fragment of HTML or XML and the plain sentences in it, which somebody translates. Any text can
/// be one: what is broken comes out as it came in, each tag once.
class MarkedText {
 public:
  /// `text` is valid UTF-8. Throws as protect_spans().
  MarkedText(std::string text, const MarkupOptions& options);

  /// Plain texts to be translated.
  const std::vector<std::string>& plain() const { return plain_; }
  /// The bytes of plain()[i] that stay as they are, or stand for what does.
  std::vector<TextToken> kept(size_t i) const;
  /// A text that the translation of plain()[i] is to have, with the symbols of that sentence.
  std::string with_symbols(size_t i, const std::string& text) const;
  /// The fragment in translation. Throws std::invalid_argument unless there is one for each plain
  /// text.
  std::string translated(const std::vector<PlainTranslation>& translations) const;

 private:
  std::string write(const Fragment& fragment,
                    const std::vector<PlainTranslation>& translations) const;

  Fragment fragment_;
  Spelling spelling_;
  std::vector<Sentence> sentences_;
  std::vector<AttributeText> values_;  // translated after the sentences
  std::vector<std::string> plain_;
};

}  // namespace dragoman
