#include "grammar/german_forms.h"

#include <array>

namespace dragoman::grammar {
namespace {

// Rows: nominative, accusative, dative, genitive. Columns: masculine, feminine, neuter, plural.
using Table = std::array<std::array<std::string_view, 4>, 4>;

constexpr Table kDefiniteArticle = {{{"der", "die", "das", "die"},
                                     {"den", "die", "das", "die"},
                                     {"dem", "der", "dem", "den"},
                                     {"des", "der", "des", "der"}}};
constexpr Table kLikeDer = {{{"er", "e", "es", "e"},
                             {"en", "e", "es", "e"},
                             {"em", "er", "em", "en"},
                             {"es", "er", "es", "er"}}};
constexpr Table kLikeEin = {
    {{"", "e", "", "e"}, {"en", "e", "", "e"}, {"em", "er", "em", "en"}, {"es", "er", "es", "er"}}};
constexpr Table kWeakAdjective = {{{"e", "e", "e", "en"},
                                   {"en", "e", "e", "en"},
                                   {"en", "en", "en", "en"},
                                   {"en", "en", "en", "en"}}};
constexpr Table kMixedAdjective = {{{"er", "e", "es", "en"},
                                    {"en", "e", "es", "en"},
                                    {"en", "en", "en", "en"},
                                    {"en", "en", "en", "en"}}};
constexpr Table kStrongAdjective = {{{"er", "e", "es", "e"},
                                     {"en", "e", "es", "e"},
                                     {"em", "er", "em", "en"},
                                     {"en", "er", "en", "er"}}};

std::string_view look_up(const Table& table, const Inflection& inflection) {
  const bool plural = inflection.number == Number::kPlural;
  const size_t column = plural ? 3 : static_cast<size_t>(inflection.gender);
  return table[static_cast<size_t>(inflection.grammatical_case)][column];
}

struct DeterminerStem {
  Determiner determiner;
  std::string_view stem;
  const Table* endings;
  Declension declension;
};

constexpr DeterminerStem kDeterminerStems[] = {
    {Determiner::kIndefinite, "ein", &kLikeEin, Declension::kMixed},
    {Determiner::kNo, "kein", &kLikeEin, Declension::kMixed},
    {Determiner::kMy, "mein", &kLikeEin, Declension::kMixed},
    {Determiner::kYour, "dein", &kLikeEin, Declension::kMixed},
    {Determiner::kHis, "sein", &kLikeEin, Declension::kMixed},
    {Determiner::kHer, "ihr", &kLikeEin, Declension::kMixed},
    {Determiner::kOur, "unser", &kLikeEin, Declension::kMixed},
    {Determiner::kTheir, "ihr", &kLikeEin, Declension::kMixed},
    {Determiner::kDefinite, "", &kDefiniteArticle, Declension::kWeak},
    {Determiner::kThis, "dies", &kLikeDer, Declension::kWeak},
    {Determiner::kEvery, "jed", &kLikeDer, Declension::kWeak},
    {Determiner::kWhich, "welch", &kLikeDer, Declension::kWeak},
    {Determiner::kSome, "einig", &kLikeDer, Declension::kStrong},
    {Determiner::kMany, "viel", &kLikeDer, Declension::kStrong},
    {Determiner::kHowMany, "wie viel", &kLikeDer, Declension::kStrong},
};

const DeterminerStem* find_stem(Determiner determiner) {
  for (const DeterminerStem& entry : kDeterminerStems) {
    if (entry.determiner == determiner) return &entry;
  }
  return nullptr;
}

struct Contraction {
  std::string_view preposition;
  std::string_view article;
  std::string_view word;
};

constexpr Contraction kContractions[] = {{"in", "dem", "im"},  {"in", "das", "ins"},
                                         {"an", "dem", "am"},  {"zu", "dem", "zum"},
                                         {"zu", "der", "zur"}, {"von", "dem", "vom"}};

}  // namespace

Declension declension_after(Determiner determiner) {
  const DeterminerStem* entry = find_stem(determiner);
  return entry ? entry->declension : Declension::kStrong;
}

std::string german_determiner(Determiner determiner, const Inflection& inflection) {
  const DeterminerStem* entry = find_stem(determiner);
  const bool no_plural = determiner == Determiner::kIndefinite;
  if (!entry || (no_plural && inflection.number == Number::kPlural)) return "";
  return std::string(entry->stem) + std::string(look_up(*entry->endings, inflection));
}

std::string_view adjective_ending(Declension declension, const Inflection& inflection) {
  switch (declension) {
    case Declension::kWeak:
      return look_up(kWeakAdjective, inflection);
    case Declension::kMixed:
      return look_up(kMixedAdjective, inflection);
    case Declension::kStrong:
      break;
  }
  return look_up(kStrongAdjective, inflection);
}

std::string german_noun(const Noun& noun, Number number, Case grammatical_case) {
  if (number == Number::kPlural) {
    const std::string plural(noun.german_plural);
    const bool takes_n = !plural.ends_with('n') && !plural.ends_with('s');
    return grammatical_case == Case::kDative && takes_n ? plural + "n" : plural;
  }
  if (noun.gender == Gender::kFeminine) return std::string(noun.german);
  const bool weak = noun.german_genitive.ends_with('n');
  const bool oblique = weak && grammatical_case != Case::kNominative;
  const bool genitive = grammatical_case == Case::kGenitive;
  return std::string(genitive || oblique ? noun.german_genitive : noun.german);
}

std::string_view german_pronoun(const Pronoun& pronoun, Case grammatical_case) {
  switch (grammatical_case) {
    case Case::kNominative:
      return pronoun.nominative;
    case Case::kAccusative:
      return pronoun.accusative;
    case Case::kDative:
    case Case::kGenitive:
      break;
  }
  return pronoun.dative;
}

std::string_view reflexive_pronoun(Agreement agreement) {
  const bool singular = agreement.number == Number::kSingular;
  if (agreement.person == 1) return singular ? "mich" : "uns";
  return agreement.person == 2 ? "dich" : "sich";
}

std::string contract(std::string_view preposition, std::string_view article) {
  for (const Contraction& entry : kContractions) {
    if (entry.preposition == preposition && entry.article == article)
      return std::string(entry.word);
  }
  return std::string(preposition) + " " + std::string(article);
}

}  // namespace dragoman::grammar
