#pragma once

#include <string>
#include <vector>

#include "markup/character_references.h"
#include "markup/sentence.h"
#include "markup/shown_text.h"

namespace dragoman {

/// The translation of a sentence's plain text.
struct PlainTranslation {
  std::string text;                        // valid UTF-8
  std::vector<TokenLink> links;            // between the tokens of text_tokens() in both texts
  std::vector<ByteSpan> required = {};     // bytes of the text that markup leaves as they are
  size_t prefix = 0;                       // number of bytes before which it puts no kept element
  std::vector<TokenLink> word_links = {};  // between the words of link_words() in both texts
};

/// Writes a translation as markup. Each tag of the sentence appears once, copied from the source,
/// where its words went; white space around tags is as in the source. Kept elements replace the
/// words that their text was translated to, except required ones and those of the prefix. Also adds
/// what is written to `shown`.
std::string write_sentence(const Fragment& fragment, const Sentence& sentence,
                           const PlainTranslation& translation, const Spelling& spelling,
                           ShownText& shown);

}  // namespace dragoman
