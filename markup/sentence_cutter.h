#pragma once

#include <vector>

#include "markup/character_references.h"
#include "markup/sentence.h"

namespace dragoman {

/// What of a fragment is translated.
struct TranslatedParts {
  std::vector<Sentence> sentences;  // in order: text between the tags of block elements
  std::vector<size_t> tags;         // pieces, ascending: tags outside of what is kept
};

/// Finds what is to be translated. `spelling` learns how it is written.
TranslatedParts find_translated_parts(const Fragment& fragment, Spelling& spelling);

}  // namespace dragoman
