#include "grammar/english_phrases.h"

#include "grammar/english.h"
#include "grammar/english_forms.h"
#include "grammar/numbers.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

Words possessor(const NounPhrase& owner) {
  Words words = english_noun_phrase(owner, false);
  words.back().text = english_genitive(words.back().text, owner.number);
  return words;
}

Words determiner(const NounPhrase& noun_phrase, std::string_view next_word) {
  if (noun_phrase.possessor) return possessor(*noun_phrase.possessor);
  Words words;
  const Origins origins = {origin_of(noun_phrase, Part::kDeterminer)};
  append(words, english_determiner(noun_phrase.determiner, noun_phrase.number), origins);
  const bool is_singular = noun_phrase.number == Number::kSingular;
  if (noun_phrase.determiner == Determiner::kIndefinite && is_singular) {
    append(words, english_article(next_word), origins);
  }
  if (noun_phrase.determiner == Determiner::kNumeral) {
    append(words, english_number(noun_phrase.count), {origin_of(noun_phrase, Part::kCount)});
  }
  return words;
}

Words noun_with_determiner(const NounPhrase& noun_phrase) {
  const Noun& noun = *noun_phrase.noun;
  const bool is_plural = noun_phrase.number == Number::kPlural;
  Words core;
  if (noun_phrase.adjective) {
    append(core, noun_phrase.adjective->english, {origin_of(noun_phrase, Part::kAdjective)});
  }
  append(core, is_plural ? noun.english_plural : noun.english,
         {origin_of(noun_phrase, Part::kHead)});
  Words words = determiner(noun_phrase, core.front().text);
  append(words, core);
  return words;
}

Words simple_phrase(const NounPhrase& noun_phrase, bool as_subject) {
  if (noun_phrase.noun) return noun_with_determiner(noun_phrase);
  Words words;
  const Origins origins = {origin_of(noun_phrase, Part::kHead)};
  if (noun_phrase.name) append(words, noun_phrase.name->english, origins);
  if (noun_phrase.pronoun) {
    append(words,
           as_subject ? noun_phrase.pronoun->english_subject : noun_phrase.pronoun->english_object,
           origins);
  }
  return words;
}

}  // namespace

Words english_noun_phrase(const NounPhrase& noun_phrase, bool as_subject) {
  Words words = simple_phrase(noun_phrase, as_subject);
  if (noun_phrase.relative) append(words, english_clause(*noun_phrase.relative));
  if (noun_phrase.conjunct) {
    append(words, "and", {origin_of(noun_phrase, Part::kAnd)});
    append(words, english_noun_phrase(*noun_phrase.conjunct, as_subject));
  }
  return words;
}

Words english_adverbial(const Adverbial& adverbial) {
  Words words;
  append(words, adverbial.english,
         {{&adverbial, adverbial.noun_phrase ? Part::kPreposition : Part::kFixed}});
  if (adverbial.noun_phrase) append(words, english_noun_phrase(*adverbial.noun_phrase, false));
  return words;
}

}  // namespace dragoman::grammar
