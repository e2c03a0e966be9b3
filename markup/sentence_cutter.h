#pragma once

#include <vector>

#include "markup/character_references.h"
#include "markup/sentence.h"

namespace dragoman {

/// The parts of a fragment that are translated.
struct TranslatedParts {
  std::vector<Sentence> sentences;  // text between tags of block elements, in order
  std::vector<size_t> tags;         // indices of tags outside of kept elements, ascending
};

/// Finds the parts to translate. `spelling` records how they are written.
TranslatedParts find_translated_parts(const Fragment& fragment, Spelling& spelling);

}  // namespace dragoman
