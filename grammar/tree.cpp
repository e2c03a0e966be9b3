#include "grammar/tree.h"

namespace dragoman::grammar {

Agreement agreement_of(const NounPhrase& noun_phrase) {
  if (noun_phrase.conjunct) return {3, Number::kPlural};
  if (noun_phrase.pronoun) return noun_phrase.pronoun->agreement;
  return {3, noun_phrase.number};
}

}  // namespace dragoman::grammar
