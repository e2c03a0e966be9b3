#include "grammar/german_phrases.h"

#include "grammar/numbers.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

/// Returns the determiner of a noun with an owner: "Annas" replaces the article, while an owner
/// that is a noun follows it.
Determiner german_article(const NounPhrase& noun_phrase) {
  if (!noun_phrase.possessor) return noun_phrase.determiner;
  return noun_phrase.possessor->name ? Determiner::kNone : Determiner::kDefinite;
}

Words determiner(const NounPhrase& noun_phrase, const Inflection& inflection) {
  Words words;
  if (noun_phrase.possessor && noun_phrase.possessor->name) {
    append(words, std::string(noun_phrase.possessor->name->german) + "s",
           {origin_of(*noun_phrase.possessor, Part::kHead)});
  }
  append(words, german_determiner(german_article(noun_phrase), inflection),
         {origin_of(noun_phrase, Part::kDeterminer)});
  if (noun_phrase.determiner == Determiner::kNumeral) {
    append(words, german_number_of(noun_phrase.count), {origin_of(noun_phrase, Part::kCount)});
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
    append(words, inflected(*noun_phrase.adjective, adjective_ending(declension, inflection)),
           {origin_of(noun_phrase, Part::kAdjective)});
  }
  append(words, german_noun(noun, noun_phrase.number, grammatical_case),
         {origin_of(noun_phrase, Part::kHead)});
  if (noun_phrase.possessor && !noun_phrase.possessor->name) {
    append(words, german_noun_phrase(*noun_phrase.possessor, Case::kGenitive));
  }
  return words;
}

Words simple_phrase(const NounPhrase& noun_phrase, Case grammatical_case) {
  if (noun_phrase.noun) return noun_with_determiner(noun_phrase, grammatical_case);
  Words words;
  const Origins origins = {origin_of(noun_phrase, Part::kHead)};
  if (noun_phrase.name) append(words, noun_phrase.name->german, origins);
  if (noun_phrase.pronoun)
    append(words, german_pronoun(*noun_phrase.pronoun, grammatical_case), origins);
  return words;
}

}  // namespace

Words german_noun_phrase(const NounPhrase& noun_phrase, Case grammatical_case) {
  Words words = simple_phrase(noun_phrase, grammatical_case);
  if (noun_phrase.conjunct) {
    append(words, "und", {origin_of(noun_phrase, Part::kAnd)});
    append(words, german_noun_phrase(*noun_phrase.conjunct, grammatical_case));
  }
  return words;
}

Words german_prepositional_phrase(const Word& preposition, const NounPhrase& noun_phrase,
                                  Case grammatical_case) {
  Words words = german_noun_phrase(noun_phrase, grammatical_case);
  // A relative clause needs the article: "von dem Stuhl, den er sieht".
  const bool may_contract = noun_phrase.noun && !noun_phrase.relative &&
                            german_article(noun_phrase) == Determiner::kDefinite;
  const std::string contracted =
      may_contract ? contract(preposition.text, words.front().text) : " ";
  if (contracted.find(' ') == std::string::npos) {
    words.front().text = contracted;
    words.front().origins.insert(words.front().origins.end(), preposition.origins.begin(),
                                 preposition.origins.end());
  } else {
    words.insert(words.begin(), preposition);
  }
  return words;
}

Words german_adverbial(const Adverbial& adverbial) {
  if (!adverbial.noun_phrase) return {{adverbial.german, {{&adverbial, Part::kFixed}}}};
  const Word preposition{adverbial.german, {{&adverbial, Part::kPreposition}}};
  return german_prepositional_phrase(preposition, *adverbial.noun_phrase, adverbial.german_case);
}

}  // namespace dragoman::grammar
