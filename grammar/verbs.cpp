#include <stdexcept>

#include "grammar/lexicon.h"

namespace dragoman::grammar {
namespace {

constexpr Case kDative = Case::kDative;
constexpr Aspect kActivity = Aspect::kActivity;
constexpr Aspect kState = Aspect::kState;
constexpr Classes kSmall = kPortable | kClothing;
constexpr Classes kMotif = kLiving | kVehicle | kPlace;
constexpr Classes kVisible = kLiving | kGoods | kPlace;

// clang-format off
constexpr Verb kVerbs[] = {
    // Verbs with a subject only.
    {.english = "sleep", .past = "slept", .german = "schlafen", .changed = "schläf", .participle = "geschlafen", .subjects = kLiving},
    {.english = "work", .german = "arbeiten", .aspect = kActivity},
    {.english = "laugh", .german = "lachen"},
    {.english = "dance", .german = "tanzen", .aspect = kActivity},
    {.english = "sing", .past = "sang", .german = "singen", .participle = "gesungen", .aspect = kActivity},
    {.english = "cook", .german = "kochen", .aspect = kActivity},
    {.english = "play", .german = "spielen", .subjects = kLiving, .aspect = kActivity},
    {.english = "swim", .past = "swam", .german = "schwimmen", .participle = "geschwommen", .with_sein = true, .subjects = kLiving, .aspect = kActivity},
    {.english = "get", .past = "got", .particle = "up", .german = "stehen", .prefix = "auf", .participle = "gestanden", .with_sein = true},
    {.english = "wake", .past = "woke", .particle = "up", .german = "wachen", .prefix = "auf", .with_sein = true, .subjects = kLiving},
    {.english = "fall", .past = "fell", .particle = "asleep", .german = "schlafen", .prefix = "ein", .changed = "schläf", .participle = "geschlafen", .with_sein = true, .subjects = kLiving},
    {.english = "arrive", .german = "kommen", .prefix = "an", .participle = "gekommen", .with_sein = true, .subjects = kPerson},
    {.english = "come", .past = "came", .particle = "back", .german = "kommen", .prefix = "zurück", .participle = "gekommen", .with_sein = true, .subjects = kLiving},
    {.english = "leave", .past = "left", .german = "reisen", .prefix = "ab", .with_sein = true},
    {.english = "watch", .particle = "television", .german = "sehen", .prefix = "fern", .changed = "sieh", .participle = "gesehen"},
    {.english = "hurry", .german = "beeilen", .reflexive = true},
    {.english = "rest", .german = "ruhen", .prefix = "aus", .reflexive = true, .subjects = kLiving},
    {.english = "sit", .past = "sat", .particle = "down", .german = "setzen", .prefix = "hin", .reflexive = true},
    {.english = "rain", .german = "regnen", .subjects = kWeather},
    {.english = "snow", .german = "schneien", .subjects = kWeather},

    // Verbs with a location or a direction.
    {.english = "be", .german = "sein", .subjects = kPerson, .complement = Complement::kLocation},
    {.english = "live", .german = "wohnen", .complement = Complement::kLocation, .aspect = kState},
    {.english = "stay", .german = "bleiben", .participle = "geblieben", .with_sein = true, .subjects = kLiving, .complement = Complement::kLocation},
    {.english = "sit", .past = "sat", .german = "sitzen", .participle = "gesessen", .subjects = kLiving, .complement = Complement::kLocation},
    {.english = "stand", .past = "stood", .german = "stehen", .participle = "gestanden", .subjects = kLiving | kDevice | kVehicle, .complement = Complement::kLocation},
    {.english = "go", .past = "went", .german = "gehen", .participle = "gegangen", .with_sein = true, .complement = Complement::kDirection},
    {.english = "run", .past = "ran", .german = "laufen", .changed = "läuf", .participle = "gelaufen", .with_sein = true, .subjects = kLiving, .complement = Complement::kDirection},
    {.english = "drive", .past = "drove", .german = "fahren", .changed = "fähr", .participle = "gefahren", .with_sein = true, .complement = Complement::kDirection, .aspect = kActivity},
    {.english = "come", .past = "came", .german = "kommen", .participle = "gekommen", .with_sein = true, .complement = Complement::kJourney},
    {.english = "travel", .past = "travelled", .german = "reisen", .with_sein = true, .complement = Complement::kJourney},
    {.english = "lay", .past = "laid", .german = "legen", .objects = kSmall, .complement = Complement::kOnto},
    {.english = "place", .german = "stellen", .objects = kDevice | kContainer, .complement = Complement::kOnto},

    // Verbs with a direct object.
    {.english = "see", .past = "saw", .german = "sehen", .changed = "sieh", .participle = "gesehen", .subjects = kLiving, .objects = kVisible},
    {.english = "find", .past = "found", .german = "finden", .participle = "gefunden", .subjects = kLiving, .objects = kLiving | kGoods},
    {.english = "photograph", .german = "fotografieren", .objects = kMotif, .aspect = kActivity},
    {.english = "draw", .past = "drew", .german = "zeichnen", .objects = kMotif, .aspect = kActivity},
    {.english = "look", .preposition = "for", .german = "suchen", .subjects = kLiving, .objects = kLiving | kGoods, .aspect = kActivity},
    {.english = "look", .preposition = "at", .german = "sehen", .prefix = "an", .changed = "sieh", .participle = "gesehen", .subjects = kLiving, .objects = kVisible},
    {.english = "visit", .german = "besuchen", .objects = kPerson | kPlace},
    {.english = "buy", .past = "bought", .german = "kaufen", .objects = kGoods | kGroceries},
    {.english = "sell", .past = "sold", .german = "verkaufen", .objects = kGoods | kGroceries},
    {.english = "need", .german = "brauchen", .objects = kGoods | kGroceries, .aspect = kState},
    {.english = "have", .past = "had", .german = "haben", .objects = kGoods | kAnimal, .aspect = kState},
    {.english = "steal", .past = "stole", .german = "stehlen", .changed = "stiehl", .participle = "gestohlen", .objects = kGoods},
    {.english = "lose", .past = "lost", .german = "verlieren", .participle = "verloren", .objects = kSmall},
    {.english = "forget", .past = "forgot", .german = "vergessen", .changed = "vergiss", .participle = "vergessen", .objects = kSmall | kPerson},
    {.english = "carry", .german = "tragen", .changed = "träg", .participle = "getragen", .objects = kSmall | kFurniture, .aspect = kActivity},
    {.english = "wash", .german = "waschen", .changed = "wäsch", .participle = "gewaschen", .objects = kClothing | kVehicle | kContainer, .aspect = kActivity},
    {.english = "repair", .german = "reparieren", .objects = kDevice | kVehicle | kOpenable, .aspect = kActivity},
    {.english = "open", .german = "machen", .prefix = "auf", .objects = kOpenable, .aspect = kActivity},
    {.english = "close", .german = "machen", .prefix = "zu", .objects = kOpenable, .aspect = kActivity},
    {.english = "turn", .particle = "on", .german = "schalten", .prefix = "ein", .objects = kDevice},
    {.english = "turn", .particle = "off", .german = "schalten", .prefix = "aus", .objects = kDevice},
    {.english = "try", .particle = "on", .german = "probieren", .prefix = "an", .objects = kClothing},
    {.english = "read", .past = "read", .german = "lesen", .changed = "lies", .participle = "gelesen", .objects = kReadable, .aspect = kActivity},
    {.english = "write", .past = "wrote", .german = "schreiben", .participle = "geschrieben", .objects = kReadable, .aspect = kActivity},
    {.english = "eat", .past = "ate", .german = "essen", .changed = "iss", .participle = "gegessen", .subjects = kLiving, .objects = kFood, .aspect = kActivity},
    {.english = "drink", .past = "drank", .german = "trinken", .participle = "getrunken", .subjects = kLiving, .objects = kDrink, .aspect = kActivity},
    {.english = "order", .german = "bestellen", .objects = kGroceries},
    {.english = "meet", .past = "met", .german = "treffen", .changed = "triff", .participle = "getroffen", .objects = kPerson},
    {.english = "love", .german = "lieben", .objects = kLiving, .aspect = kState},
    {.english = "know", .past = "knew", .german = "kennen", .participle = "gekannt", .objects = kPerson | kReadable | kPlace, .aspect = kState},
    {.english = "like", .german = "mögen", .objects = kLiving | kGroceries | kClothing, .aspect = kState},
    {.english = "ask", .german = "fragen", .objects = kPerson},
    {.english = "call", .german = "rufen", .prefix = "an", .participle = "gerufen", .objects = kPerson},
    {.english = "invite", .german = "laden", .prefix = "ein", .changed = "läd", .participle = "geladen", .objects = kPerson},
    {.english = "pick", .particle = "up", .german = "holen", .prefix = "ab", .objects = kPerson},
    {.english = "feed", .past = "fed", .german = "füttern", .objects = kAnimal},

    // Verbs with a dative or a prepositional object.
    {.english = "help", .german = "helfen", .changed = "hilf", .participle = "geholfen", .object_case = kDative, .objects = kPerson},
    {.english = "thank", .german = "danken", .object_case = kDative, .objects = kPerson},
    {.english = "answer", .german = "antworten", .object_case = kDative, .objects = kPerson},
    {.english = "follow", .german = "folgen", .with_sein = true, .object_case = kDative, .subjects = kLiving, .objects = kLiving},
    {.english = "trust", .german = "vertrauen", .object_case = kDative, .objects = kPerson, .aspect = kState},
    {.english = "listen", .preposition = "to", .german = "hören", .prefix = "zu", .object_case = kDative, .objects = kPerson},
    {.english = "belong", .preposition = "to", .german = "gehören", .object_case = kDative, .subjects = kGoods, .objects = kPerson, .aspect = kState},
    {.english = "wait", .preposition = "for", .german = "warten", .german_preposition = "auf", .subjects = kLiving, .objects = kPerson | kVehicle},
    {.english = "think", .past = "thought", .preposition = "of", .german = "denken", .participle = "gedacht", .german_preposition = "an", .objects = kPerson | kPlace | kOccasion},
    {.english = "remember", .german = "erinnern", .reflexive = true, .german_preposition = "an", .objects = kPerson | kReadable | kPlace | kOccasion},
    {.english = "care", .preposition = "for", .german = "kümmern", .reflexive = true, .german_preposition = "um", .objects = kLiving},
    {.english = "complain", .preposition = "about", .german = "beschweren", .reflexive = true, .german_preposition = "über", .objects = kPerson | kBuilding},
    {.english = "talk", .preposition = "about", .german = "sprechen", .changed = "sprich", .participle = "gesprochen", .german_preposition = "über", .objects = kPerson | kReadable | kOccasion},
    {.english = "talk", .preposition = "to", .german = "sprechen", .changed = "sprich", .participle = "gesprochen", .german_preposition = "mit", .object_case = kDative, .objects = kPerson, .aspect = kActivity},
    {.english = "dream", .preposition = "of", .german = "träumen", .german_preposition = "von", .object_case = kDative, .objects = kVisible},

    // Verbs with a direct object and a recipient.
    {.english = "give", .past = "gave", .german = "geben", .changed = "gib", .participle = "gegeben", .objects = kSmall, .complement = Complement::kRecipient},
    {.english = "show", .german = "zeigen", .objects = kGoods | kPlace, .complement = Complement::kRecipient},
    {.english = "send", .past = "sent", .german = "schicken", .objects = kSmall, .complement = Complement::kRecipient},
    {.english = "bring", .past = "brought", .german = "bringen", .participle = "gebracht", .objects = kSmall | kGroceries, .complement = Complement::kRecipient},
    {.english = "lend", .past = "lent", .german = "leihen", .participle = "geliehen", .objects = kSmall | kVehicle, .complement = Complement::kRecipient},

    // Verbs with a predicate or a clause.
    {.english = "be", .german = "sein", .subjects = kLiving | kGoods | kGroceries | kPlace | kOccasion, .complement = Complement::kAdjective, .aspect = kState},
    {.english = "be", .german = "sein", .subjects = kLiving | kFurniture | kBuilding, .complement = Complement::kMeasure, .aspect = kState, .english_unit = "years old", .german_unit = "Jahre alt"},
    {.english = "cost", .past = "cost", .german = "kosten", .subjects = kGoods, .complement = Complement::kMeasure, .aspect = kState, .english_unit = "euros", .german_unit = "Euro"},
    {.english = "know", .past = "knew", .german = "wissen", .complement = Complement::kThat, .aspect = kState},
    {.english = "think", .past = "thought", .german = "glauben", .complement = Complement::kThat, .aspect = kState},
    {.english = "say", .past = "said", .german = "sagen", .complement = Complement::kThat, .aspect = kState},
    {.english = "hope", .german = "hoffen", .complement = Complement::kThat, .aspect = kState},
    {.english = "hear", .past = "heard", .german = "hören", .complement = Complement::kThat, .aspect = kState},
    {.english = "dream", .german = "träumen", .complement = Complement::kThat, .aspect = kState},
    {.english = "ask", .german = "fragen", .complement = Complement::kWhether, .aspect = kState},
    {.english = "know", .past = "knew", .german = "wissen", .complement = Complement::kWhether, .aspect = kState},
};
// clang-format on

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb& find_verb(std::string_view english, std::string_view particle_or_preposition,
                      Complement complement) {
  for (const Verb& verb : kVerbs) {
    const std::string_view second = verb.particle.empty() ? verb.preposition : verb.particle;
    if (verb.english == english && second == particle_or_preposition &&
        verb.complement == complement) {
      return verb;
    }
  }
  throw std::invalid_argument("no verb \"" + std::string(english) + "\" of that kind");
}

}  // namespace dragoman::grammar
