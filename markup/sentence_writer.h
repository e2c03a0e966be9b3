#pragma once

#include <string>
#include <vector>

#include "markup/character_references.h"
#include "markup/sentence.h"

namespace dragoman {

/// The translation of a sentence's plain text.
struct PlainTranslation {
  std::string text;              // valid UTF-8
  std::vector<TokenLink> links;  // between the tokens of both texts, as text_tokens() cuts them
};

/// A translation as markup: each tag of the sentence once, from the source's own bytes, where its
/// words went, and white space around tags as the source has it. Kept elements stand in the place
/// of what their text became.
std::string write_sentence(const Fragment& fragment, const Sentence& sentence,
                           const PlainTranslation& translation, const Spelling& spelling);

}  // namespace dragoman
