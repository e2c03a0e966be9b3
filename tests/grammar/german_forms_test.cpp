#include "grammar/german_forms.h"

#include "catch.h"
#include "grammar/german_phrases.h"
#include "grammar/words.h"

namespace dragoman::grammar {
namespace {

constexpr Case kGrammaticalCases[] = {Case::kNominative, Case::kAccusative, Case::kDative,
                                      Case::kGenitive};

const Adjective& old_adjective() {
  for (const Adjective& adjective : adjectives()) {
    if (adjective.english == "old") return adjective;
  }
  throw std::invalid_argument("no adjective \"old\"");
}

std::string joined(const Words& words) {
  std::string text;
  for (const Word& word : words) text += (text.empty() ? "" : " ") + word.text;
  return text;
}

/// The phrases of one noun with "old", in the four cases.
std::vector<std::string> paradigm(const char* noun, Number number, Determiner determiner) {
  NounPhrase phrase;
  phrase.noun = &find_noun(noun);
  phrase.number = number;
  phrase.determiner = determiner;
  phrase.adjective = &old_adjective();
  std::vector<std::string> forms;
  for (const Case grammatical_case : kGrammaticalCases) {
    forms.push_back(joined(german_noun_phrase(phrase, grammatical_case)));
  }
  return forms;
}

using Forms = std::vector<std::string>;

TEST_CASE("adjectives are weak after the definite article") {
  CHECK(paradigm("dog", Number::kSingular, Determiner::kDefinite) ==
        Forms{"der alte Hund", "den alten Hund", "dem alten Hund", "des alten Hundes"});
  CHECK(paradigm("woman", Number::kSingular, Determiner::kDefinite) ==
        Forms{"die alte Frau", "die alte Frau", "der alten Frau", "der alten Frau"});
  CHECK(paradigm("book", Number::kSingular, Determiner::kDefinite) ==
        Forms{"das alte Buch", "das alte Buch", "dem alten Buch", "des alten Buches"});
  CHECK(paradigm("book", Number::kPlural, Determiner::kDefinite) ==
        Forms{"die alten Bücher", "die alten Bücher", "den alten Büchern", "der alten Bücher"});
}

TEST_CASE("adjectives are mixed after the indefinite article, kein and possessives") {
  CHECK(paradigm("dog", Number::kSingular, Determiner::kIndefinite) ==
        Forms{"ein alter Hund", "einen alten Hund", "einem alten Hund", "eines alten Hundes"});
  CHECK(paradigm("woman", Number::kSingular, Determiner::kNo) ==
        Forms{"keine alte Frau", "keine alte Frau", "keiner alten Frau", "keiner alten Frau"});
  CHECK(paradigm("book", Number::kSingular, Determiner::kMy) ==
        Forms{"mein altes Buch", "mein altes Buch", "meinem alten Buch", "meines alten Buches"});
  CHECK(paradigm("book", Number::kPlural, Determiner::kOur) ==
        Forms{"unsere alten Bücher", "unsere alten Bücher", "unseren alten Büchern",
              "unserer alten Bücher"});
}

TEST_CASE("adjectives are strong where nothing before them shows the case") {
  CHECK(paradigm("cheese", Number::kSingular, Determiner::kNone) ==
        Forms{"alter Käse", "alten Käse", "altem Käse", "alten Käses"});
  CHECK(paradigm("milk", Number::kSingular, Determiner::kNone) ==
        Forms{"alte Milch", "alte Milch", "alter Milch", "alter Milch"});
  CHECK(paradigm("bread", Number::kSingular, Determiner::kNone) ==
        Forms{"altes Brot", "altes Brot", "altem Brot", "alten Brotes"});
  CHECK(paradigm("book", Number::kPlural, Determiner::kNone) ==
        Forms{"alte Bücher", "alte Bücher", "alten Büchern", "alter Bücher"});
  CHECK(paradigm("book", Number::kPlural, Determiner::kMany) ==
        Forms{"viele alte Bücher", "viele alte Bücher", "vielen alten Büchern",
              "vieler alter Bücher"});
}

TEST_CASE("dieser, jeder and welcher decline like der") {
  CHECK(paradigm("dog", Number::kSingular, Determiner::kThis) ==
        Forms{"dieser alte Hund", "diesen alten Hund", "diesem alten Hund", "dieses alten Hundes"});
  CHECK(paradigm("woman", Number::kSingular, Determiner::kEvery) ==
        Forms{"jede alte Frau", "jede alte Frau", "jeder alten Frau", "jeder alten Frau"});
  CHECK(paradigm("book", Number::kPlural, Determiner::kWhich) ==
        Forms{"welche alten Bücher", "welche alten Bücher", "welchen alten Büchern",
              "welcher alten Bücher"});
}

TEST_CASE("weak masculine nouns take -n in all cases but the nominative") {
  CHECK(
      paradigm("neighbour", Number::kSingular, Determiner::kDefinite) ==
      Forms{"der alte Nachbar", "den alten Nachbarn", "dem alten Nachbarn", "des alten Nachbarn"});
  CHECK(german_noun(find_noun("boy"), Number::kSingular, Case::kNominative) == "Junge");
  CHECK(german_noun(find_noun("boy"), Number::kSingular, Case::kAccusative) == "Jungen");
}

TEST_CASE("plurals take -n in the dative unless they end in n or s") {
  CHECK(german_noun(find_noun("child"), Number::kPlural, Case::kDative) == "Kindern");
  CHECK(german_noun(find_noun("woman"), Number::kPlural, Case::kDative) == "Frauen");
  CHECK(german_noun(find_noun("car"), Number::kPlural, Case::kDative) == "Autos");
}

TEST_CASE("prepositions contract with the definite article only") {
  CHECK(contract("in", "dem") == "im");
  CHECK(contract("in", "das") == "ins");
  CHECK(contract("zu", "der") == "zur");
  CHECK(contract("mit", "dem") == "mit dem");
  NounPhrase garden;
  garden.noun = &find_noun("garden");
  garden.determiner = Determiner::kDefinite;
  CHECK(joined(german_prepositional_phrase({"in"}, garden, Case::kDative)) == "im Garten");
  garden.determiner = Determiner::kThis;
  CHECK(joined(german_prepositional_phrase({"in"}, garden, Case::kDative)) == "in diesem Garten");
}

TEST_CASE("the reflexive pronoun agrees with the subject") {
  CHECK(reflexive_pronoun({1, Number::kSingular}) == "mich");
  CHECK(reflexive_pronoun({2, Number::kSingular}) == "dich");
  CHECK(reflexive_pronoun({3, Number::kSingular}) == "sich");
  CHECK(reflexive_pronoun({1, Number::kPlural}) == "uns");
  CHECK(reflexive_pronoun({3, Number::kPlural}) == "sich");
}

TEST_CASE("nouns of the lexicon are capital, masculine and neuter ones have a genitive") {
  for (const Noun& noun : nouns()) {
    const bool is_umlaut = noun.german.starts_with("\xC3");
    CHECK((is_umlaut || (noun.german[0] >= 'A' && noun.german[0] <= 'Z')));
    CHECK(noun.german_genitive.empty() == (noun.gender == Gender::kFeminine));
    CHECK(noun.english_plural.empty() == noun.german_plural.empty());
  }
}

}  // namespace
}  // namespace dragoman::grammar
