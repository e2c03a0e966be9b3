#pragma once

#include "grammar/lexicon.h"

namespace dragoman::grammar {

/// "works", "goes", "tries"; of "be" and "have" the irregular forms.
std::string english_present(std::string_view verb, Agreement agreement);
/// "worked", "tried"; `irregular` where the verb has one.
std::string english_past(std::string_view verb, std::string_view irregular, Agreement agreement);
/// "do", "does" or "did".
std::string english_do(Tense tense, Agreement agreement);
/// "a" or "an", as the word that follows wants it.
std::string english_article(std::string_view next_word);
/// "my brother's", "my parents'".
std::string english_genitive(std::string_view word, Number number);
/// The determiner in front of a noun; empty for kIndefinite (see english_article), kNone and
/// kNumeral.
std::string english_determiner(Determiner determiner, Number number);

}  // namespace dragoman::grammar
