#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// Returns the present: "works", "goes", "tries"; for "be" and "have" the irregular forms.
std::string english_present(std::string_view verb, Agreement agreement);
/// Returns the past: "worked", "tried"; `irregular` if the verb has one.
std::string english_past(std::string_view verb, std::string_view irregular, Agreement agreement);
/// Returns "do", "does" or "did".
std::string english_do(Tense tense, Agreement agreement);
/// Returns "a" or "an", depending on the next word.
std::string english_article(std::string_view next_word);
/// Returns "my brother's", "my parents'".
std::string english_genitive(std::string_view word, Number number);
/// Returns the determiner before a noun; empty for kIndefinite (see english_article()), kNone and
/// kNumeral.
std::string english_determiner(Determiner determiner, Number number);

}  // namespace dragoman::grammar
