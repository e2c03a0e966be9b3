#include "grammar/german_verbs.h"

#include "catch.h"

namespace dragoman::grammar {
namespace {

constexpr Agreement kIch{1, Number::kSingular};
constexpr Agreement kDu{2, Number::kSingular};
constexpr Agreement kEr{3, Number::kSingular};
constexpr Agreement kWir{1, Number::kPlural};

struct Conjugation {
  const char* infinitive;  // with separable prefix
  const char* ich;
  const char* du;
  const char* er;
  const char* participle;
};

// Worked by hand; the finite forms without the separable prefix.
constexpr Conjugation kConjugations[] = {
    {"kaufen", "kaufe", "kaufst", "kauft", "gekauft"},
    {"arbeiten", "arbeite", "arbeitest", "arbeitet", "gearbeitet"},
    {"tanzen", "tanze", "tanzt", "tanzt", "getanzt"},
    {"abreisen", "reise", "reist", "reist", "abgereist"},
    {"zeichnen", "zeichne", "zeichnest", "zeichnet", "gezeichnet"},
    {"wohnen", "wohne", "wohnst", "wohnt", "gewohnt"},
    {"träumen", "träume", "träumst", "träumt", "geträumt"},
    {"füttern", "füttere", "fütterst", "füttert", "gefüttert"},
    {"kümmern", "kümmere", "kümmerst", "kümmert", "gekümmert"},
    {"erinnern", "erinnere", "erinnerst", "erinnert", "erinnert"},
    {"reparieren", "repariere", "reparierst", "repariert", "repariert"},
    {"besuchen", "besuche", "besuchst", "besucht", "besucht"},
    {"verkaufen", "verkaufe", "verkaufst", "verkauft", "verkauft"},
    {"gehören", "gehöre", "gehörst", "gehört", "gehört"},
    {"beeilen", "beeile", "beeilst", "beeilt", "beeilt"},
    {"schlafen", "schlafe", "schläfst", "schläft", "geschlafen"},
    {"laufen", "laufe", "läufst", "läuft", "gelaufen"},
    {"fahren", "fahre", "fährst", "fährt", "gefahren"},
    {"essen", "esse", "isst", "isst", "gegessen"},
    {"lesen", "lese", "liest", "liest", "gelesen"},
    {"vergessen", "vergesse", "vergisst", "vergisst", "vergessen"},
    {"sprechen", "spreche", "sprichst", "spricht", "gesprochen"},
    {"geben", "gebe", "gibst", "gibt", "gegeben"},
    {"helfen", "helfe", "hilfst", "hilft", "geholfen"},
    {"treffen", "treffe", "triffst", "trifft", "getroffen"},
    {"stehlen", "stehle", "stiehlst", "stiehlt", "gestohlen"},
    {"waschen", "wasche", "wäschst", "wäscht", "gewaschen"},
    {"finden", "finde", "findest", "findet", "gefunden"},
    {"bringen", "bringe", "bringst", "bringt", "gebracht"},
    {"bleiben", "bleibe", "bleibst", "bleibt", "geblieben"},
    {"sitzen", "sitze", "sitzt", "sitzt", "gesessen"},
    {"anrufen", "rufe", "rufst", "ruft", "angerufen"},
    {"einladen", "lade", "lädst", "lädt", "eingeladen"},
    {"aufmachen", "mache", "machst", "macht", "aufgemacht"},
    {"ausschalten", "schalte", "schaltest", "schaltet", "ausgeschaltet"},
    {"anprobieren", "probiere", "probierst", "probiert", "anprobiert"},
    {"aufstehen", "stehe", "stehst", "steht", "aufgestanden"},
    {"fernsehen", "sehe", "siehst", "sieht", "ferngesehen"},
    {"hinsetzen", "setze", "setzt", "setzt", "hingesetzt"},
};

const Verb& find_by_infinitive(std::string_view infinitive) {
  for (const Verb& verb : verbs()) {
    if (german_infinitive(verb) == infinitive) return verb;
  }
  throw std::invalid_argument("no verb \"" + std::string(infinitive) + "\"");
}

TEST_CASE("the verbs of the lexicon conjugate as in a table worked by hand") {
  for (const Conjugation& expected : kConjugations) {
    const Verb& verb = find_by_infinitive(expected.infinitive);
    CHECK(german_present(verb.german, verb.changed, kIch) == expected.ich);
    CHECK(german_present(verb.german, verb.changed, kDu) == expected.du);
    CHECK(german_present(verb.german, verb.changed, kEr) == expected.er);
    CHECK(german_present(verb.german, verb.changed, kWir) == verb.german);
    CHECK(german_participle(verb) == expected.participle);
  }
}

TEST_CASE("auxiliaries and modal verbs have their irregular forms") {
  CHECK(german_present("sein", "", kIch) == "bin");
  CHECK(german_present("sein", "", kWir) == "sind");
  CHECK(german_present("haben", "", kEr) == "hat");
  CHECK(german_present("werden", "", kDu) == "wirst");
  CHECK(german_present("können", "", kDu) == "kannst");
  CHECK(german_present("müssen", "", kEr) == "muss");
  CHECK(german_present("wissen", "", kDu) == "weißt");
  CHECK(german_present("möchten", "", kEr) == "möchte");
  CHECK(german_present("sollten", "", kDu) == "solltest");
}

TEST_CASE("only sein, haben, wissen, kennen, mögen and modal verbs have a simple past here") {
  CHECK(german_preterite("sein", kDu) == "warst");
  CHECK(german_preterite("sein", kWir) == "waren");
  CHECK(german_preterite("haben", kDu) == "hattest");
  CHECK(german_preterite("müssen", kWir) == "mussten");
  CHECK(german_preterite("wissen", kEr) == "wusste");
  CHECK(german_preterite("kaufen", kEr).empty());
}

TEST_CASE("find_verb refuses a verb that the lexicon does not have") {
  CHECK(find_verb("look", "for").german == "suchen");
  CHECK_THROWS_WITH(find_verb("fly"), ContainsSubstring("fly"));
}

}  // namespace
}  // namespace dragoman::grammar
