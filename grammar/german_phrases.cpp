#include "grammar/german_phrases.h"

#include "grammar/numbers.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

/// What stands before the noun when somebody owns it: "Annas" takes the article's place, a noun
/// follows it.
Determiner german_article(const NounPhrase& noun_phrase) {
  if (!noun_phrase.possessor) return noun_phrase.determiner;
  return noun_phrase.possessor->name ? Determiner::kNone : Determiner::kDefinite;
}

Words determiner(const NounPhrase& noun_phrase, const Inflection& inflection) {
  Words words;
  if (noun_phrase.possessor && noun_phrase.possessor->name) {
    append(words, std::string(noun_phrase.possessor->name->german) + "s");
  }
  append(words, german_determiner(german_article(noun_phrase), inflection));
  if (noun_phrase.determiner == Determiner::kNumeral) {
    append(words, german_number(noun_phrase.count));
  }
  return words;
}

std::string inflected(const Adjective& adjective, std::string_view ending) {
  const bool same_stem = adjective.german_stem.empty();
  return std::string(same_stem ? adjective.german : adjective.german_stem) + std::string(ending);
}

Words noun_with_determiner(const NounPhrase& noun_phrase, Case grammatical_case) {
  const Noun& noun = *noun_phrase.noun;
  const Inflection inflection{noun.gender, noun_phrase.number, grammatical_case};
  Words words = determiner(noun_phrase, inflection);
  if (noun_phrase.adjective) {
    const Declension declension = declension_after(german_article(noun_phrase));
    append(words, inflected(*noun_phrase.adjective, adjective_ending(declension, inflection)));
  }
  append(words, german_noun(noun, noun_phrase.number, grammatical_case));
  if (noun_phrase.possessor && !noun_phrase.possessor->name) {
    append(words, german_noun_phrase(*noun_phrase.possessor, Case::kGenitive));
  }
  return words;
}

Words simple_phrase(const NounPhrase& noun_phrase, Case grammatical_case) {
  if (noun_phrase.noun) return noun_with_determiner(noun_phrase, grammatical_case);
  Words words;
  if (noun_phrase.name) append(words, noun_phrase.name->german);
  if (noun_phrase.pronoun) append(words, german_pronoun(*noun_phrase.pronoun, grammatical_case));
  return words;
}

}  // namespace

Words german_noun_phrase(const NounPhrase& noun_phrase, Case grammatical_case) {
  Words words = simple_phrase(noun_phrase, grammatical_case);
  if (noun_phrase.conjunct) {
    append(words, "und");
    append(words, german_noun_phrase(*noun_phrase.conjunct, grammatical_case));
  }
  return words;
}

Words german_prepositional_phrase(std::string_view preposition, const NounPhrase& noun_phrase,
                                  Case grammatical_case) {
  Words words = german_noun_phrase(noun_phrase, grammatical_case);
  const bool has_article = noun_phrase.noun && german_article(noun_phrase) == Determiner::kDefinite;
  if (has_article) {
    words.front() = contract(preposition, words.front());
  } else {
    words.insert(words.begin(), std::string(preposition));
  }
  return words;
}

Words german_adverbial(const Adverbial& adverbial) {
  if (!adverbial.noun_phrase) return {adverbial.german};
  return german_prepositional_phrase(adverbial.german, *adverbial.noun_phrase,
                                     adverbial.german_case);
}

}  // namespace dragoman::grammar
