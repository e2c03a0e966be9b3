#pragma once

#include <string>
#include <vector>

#include "markup/character_references.h"
#include "markup/sentence.h"
#include "markup/shown_text.h"
#include "markup/translated_sentence.h"

namespace dragoman {

/// Writes a translation as markup. Each tag of the sentence appears once, copied from the source,
/// where its words went; white space around tags is as in the source. Kept elements replace the
/// words that their text was translated to, except required ones and those of the prefix. Also adds
/// what is written to `shown`.
std::string write_sentence(const Fragment& fragment, const Sentence& sentence,
                           const PlainTranslation& translation, const Spelling& spelling,
                           ShownText& shown);

}  // namespace dragoman
