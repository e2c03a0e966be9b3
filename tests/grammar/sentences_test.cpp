#include "catch.h"
#include "grammar/english.h"
#include "grammar/german.h"

namespace dragoman::grammar {
namespace {

NounPhrase noun(const char* english, Determiner determiner = Determiner::kDefinite,
                Number number = Number::kSingular) {
  NounPhrase phrase;
  phrase.noun = &find_noun(english);
  phrase.determiner = determiner;
  phrase.number = number;
  return phrase;
}

NounPhrase pronoun(std::string_view english) {
  NounPhrase phrase;
  for (const Pronoun& candidate : pronouns()) {
    if (candidate.english_subject == english) phrase.pronoun = candidate;
  }
  return phrase;
}

const Modal& modal(std::string_view german, Tense tense) {
  for (const Modal& candidate : modals()) {
    if (candidate.german == german && candidate.tense == tense) return candidate;
  }
  throw std::invalid_argument("no such modal verb");
}

Adverbial adverbial(const char* english, const char* german) {
  return {english, german, Case::kDative, std::nullopt};
}

Clause make_clause(const NounPhrase& subject, const Verb& verb, Tense tense = Tense::kPresent) {
  Clause clause;
  clause.subject = subject;
  clause.verb = &verb;
  clause.tense = tense;
  return clause;
}

Clause with_object(const NounPhrase& subject, const Verb& verb, const NounPhrase& object,
                   Tense tense = Tense::kPresent) {
  Clause clause = make_clause(subject, verb, tense);
  clause.object = object;
  return clause;
}

void check(const Sentence& sentence, const char* english, const char* german) {
  CHECK(english_sentence(sentence) == english);
  CHECK(german_sentence(sentence) == german);
}

void check(const Clause& clause, const char* english, const char* german) {
  Sentence sentence;
  sentence.main = clause;
  check(sentence, english, german);
}

Sentence joined(const Clause& main, Link link, const Conjunction& conjunction,
                const Clause& second) {
  Sentence sentence;
  sentence.main = main;
  sentence.link = link;
  sentence.conjunction = conjunction;
  sentence.second = second;
  return sentence;
}

TEST_CASE("a separable prefix goes to the end of a main clause and comes back in the others") {
  const Verb& call = find_verb("call");
  Clause clause = with_object(pronoun("he"), call, noun("doctor"));
  check(clause, "He calls the doctor.", "Er ruft den Arzt an.");
  clause.tense = Tense::kPast;
  check(clause, "He called the doctor.", "Er hat den Arzt angerufen.");
  clause.tense = Tense::kFuture;
  check(clause, "He will call the doctor.", "Er wird den Arzt anrufen.");
  clause.tense = Tense::kPresent;
  check(joined(make_clause(pronoun("she"), find_verb("laugh")), Link::kSubordinate,
               {"because", "weil"}, clause),
        "She laughs because he calls the doctor.", "Sie lacht, weil er den Arzt anruft.");
}

TEST_CASE("the finite verb is second after an adverbial that opens the clause") {
  Clause clause = with_object(noun("woman"), find_verb("buy"), noun("car", Determiner::kIndefinite),
                              Tense::kPast);
  clause.time = adverbial("yesterday", "gestern");
  check(clause, "The woman bought a car yesterday.", "Die Frau hat gestern ein Auto gekauft.");
  clause.front = Role::kTime;
  check(clause, "Yesterday the woman bought a car.", "Gestern hat die Frau ein Auto gekauft.");
}

TEST_CASE("a clause in front puts the verb first in the main clause") {
  Sentence sentence =
      joined(make_clause(pronoun("we"), find_verb("get", "up"), Tense::kFuture), Link::kSubordinate,
             {"if", "wenn"}, make_clause(pronoun("it"), find_verb("rain")));
  check(sentence, "We will get up if it rains.", "Wir werden aufstehen, wenn es regnet.");
  sentence.second_first = true;
  check(sentence, "If it rains, we will get up.", "Wenn es regnet, werden wir aufstehen.");
}

TEST_CASE("when is als in the past") {
  const Conjunction when{"when", "wenn", "als"};
  const Verb& arrive = find_verb("arrive");
  const Verb& sleep = find_verb("sleep");
  check(joined(make_clause(pronoun("I"), sleep, Tense::kPast), Link::kSubordinate, when,
               make_clause(pronoun("you"), arrive, Tense::kPast)),
        "I slept when you arrived.", "Ich habe geschlafen, als du angekommen bist.");
  check(joined(make_clause(pronoun("I"), sleep), Link::kSubordinate, when,
               make_clause(pronoun("you"), arrive)),
        "I sleep when you arrive.", "Ich schlafe, wenn du ankommst.");
}

TEST_CASE("when is wenn in the past for what happened again and again") {
  const Conjunction when{"when", "wenn", "als"};
  Clause singing = make_clause(pronoun("you"), find_verb("sing"), Tense::kPast);
  const auto check_german = [&](const std::string& german) {
    const Clause main = make_clause(pronoun("I"), find_verb("sleep"), Tense::kPast);
    CHECK(german_sentence(joined(main, Link::kSubordinate, when, singing)) ==
          "Ich habe geschlafen, " + german + " gesungen hast.");
  };
  singing.time = adverbial("yesterday", "gestern");
  check_german("als du gestern");
  singing.time = adverbial("every evening", "jeden Abend");
  check_german("wenn du jeden Abend");
  singing.time.reset();
  singing.frequency = &frequencies()[1];
  check_german("wenn du oft");
}

TEST_CASE("negation is kein before an indefinite object and nicht elsewhere") {
  Clause clause = with_object(noun("man"), find_verb("see"), noun("dog", Determiner::kIndefinite));
  clause.negated = true;
  check(clause, "The man does not see a dog.", "Der Mann sieht keinen Hund.");
  clause.object = noun("dog");
  check(clause, "The man does not see the dog.", "Der Mann sieht den Hund nicht.");
  clause.time = adverbial("yesterday", "gestern");
  clause.tense = Tense::kPast;
  check(clause, "The man did not see the dog yesterday.",
        "Der Mann hat den Hund gestern nicht gesehen.");
  Clause waiting = with_object(pronoun("she"), find_verb("wait", "for"), noun("bus"));
  waiting.negated = true;
  check(waiting, "She does not wait for the bus.", "Sie wartet nicht auf den Bus.");
}

TEST_CASE("not quite is nicht ganz, and quite alone ziemlich") {
  Predicate quite_old;
  quite_old.adjective = &adjectives().front();
  quite_old.degree = &degrees().back();
  Clause clause = make_clause(pronoun("she"), find_verb("be", "", Complement::kAdjective));
  clause.predicate = quite_old;
  const std::string english(quite_old.adjective->english), german(quite_old.adjective->german);
  check(clause, ("She is quite " + english + ".").c_str(),
        ("Sie ist ziemlich " + german + ".").c_str());
  clause.negated = true;
  check(clause, ("She is not quite " + english + ".").c_str(),
        ("Sie ist nicht ganz " + german + ".").c_str());
}

TEST_CASE("a price of two hundred and one is zweihundertein Euro") {
  Clause clause = make_clause(noun("car"), find_verb("cost", "", Complement::kMeasure));
  clause.predicate.emplace();
  clause.predicate->count = 201;
  check(clause, "The car costs two hundred and one euros.", "Das Auto kostet zweihundertein Euro.");
}

TEST_CASE("verbs choose the case of their objects") {
  check(with_object(pronoun("I"), find_verb("help"), pronoun("he")), "I help him.",
        "Ich helfe ihm.");
  check(with_object(pronoun("I"), find_verb("see"), pronoun("he")), "I see him.", "Ich sehe ihn.");
  check(with_object(noun("child"), find_verb("dream", "of"), noun("horse")),
        "The child dreams of the horse.", "Das Kind träumt vom Pferd.");
}

TEST_CASE("the receiver comes before the thing, but not before a pronoun") {
  const Verb& give = find_verb("give", "", Complement::kRecipient);
  Clause clause = with_object(pronoun("he"), give, noun("book", Determiner::kIndefinite));
  clause.recipient = noun("child");
  check(clause, "He gives the child a book.", "Er gibt dem Kind ein Buch.");
  clause.object = pronoun("it");
  check(clause, "He gives it to the child.", "Er gibt es dem Kind.");
  clause.recipient = pronoun("she");
  check(clause, "He gives it to her.", "Er gibt es ihr.");
}

TEST_CASE("a subject that is a noun follows sich and a dative pronoun") {
  Clause resting = make_clause(noun("dog"), find_verb("rest"), Tense::kPast);
  resting.time = adverbial("yesterday", "gestern");
  resting.front = Role::kTime;
  check(resting, "Yesterday the dog rested.", "Gestern hat sich der Hund ausgeruht.");
  Clause helping = with_object(noun("man"), find_verb("help"), pronoun("I"), Tense::kPast);
  helping.question = true;
  helping.front = Role::kNone;
  check(helping, "Did the man help me?", "Hat mir der Mann geholfen?");
  Clause bringing = with_object(noun("man"), find_verb("bring", "", Complement::kRecipient), {});
  bringing.object->pronoun = interrogative_pronoun(false);
  bringing.recipient = pronoun("I");
  bringing.question = true;
  bringing.front = Role::kObject;
  check(bringing, "What does the man bring me?", "Was bringt mir der Mann?");
}

TEST_CASE("questions turn subject and verb around unless they ask for the subject") {
  const Verb& see = find_verb("see");
  Clause clause = with_object(pronoun("you"), see, noun("dog"));
  clause.question = true;
  clause.front = Role::kNone;
  check(clause, "Do you see the dog?", "Siehst du den Hund?");
  clause.object->pronoun = interrogative_pronoun(false);
  clause.object->noun = nullptr;
  clause.front = Role::kObject;
  check(clause, "What do you see?", "Was siehst du?");
  Clause asking = with_object({}, see, noun("dog"));
  asking.subject.pronoun = interrogative_pronoun(true);
  asking.question = true;
  check(asking, "Who sees the dog?", "Wer sieht den Hund?");
  Clause waiting = with_object(pronoun("he"), find_verb("wait", "for"), {});
  waiting.object->pronoun = interrogative_pronoun(true);
  waiting.question = true;
  waiting.front = Role::kObject;
  check(waiting, "Who does he wait for?", "Auf wen wartet er?");
}

TEST_CASE("a modal verb sends the infinitive to the end") {
  Clause clause = with_object(pronoun("we"), find_verb("open"), noun("window"));
  clause.modal = &modal("können", Tense::kPresent);
  check(clause, "We can open the window.", "Wir können das Fenster aufmachen.");
  clause.negated = true;
  check(clause, "We cannot open the window.", "Wir können das Fenster nicht aufmachen.");
  clause.modal = &modal("wollen", Tense::kPast);
  check(clause, "We did not want to open the window.", "Wir wollten das Fenster nicht aufmachen.");
}

TEST_CASE("a relative pronoun agrees with its noun and takes its case from its own verb") {
  Clause relative = with_object(pronoun("she"), find_verb("help"), {}, Tense::kPast);
  relative.object->pronoun = relative_pronoun(Gender::kMasculine, Number::kSingular, true);
  relative.front = Role::kObject;
  NounPhrase man = noun("man");
  man.relative = std::make_shared<const Clause>(relative);
  check(make_clause(man, find_verb("laugh")), "The man who she helped laughs.",
        "Der Mann, dem sie geholfen hat, lacht.");
  check(with_object(pronoun("I"), find_verb("invite"), man), "I invite the man who she helped.",
        "Ich lade den Mann ein, dem sie geholfen hat.");
}

TEST_CASE("a preposition is not contracted with the article that a relative clause needs") {
  Clause relative = with_object(pronoun("she"), find_verb("see"), {});
  relative.object->pronoun = relative_pronoun(Gender::kNeuter, Number::kSingular, false);
  relative.front = Role::kObject;
  NounPhrase horse = noun("horse");
  horse.relative = std::make_shared<const Clause>(relative);
  check(with_object(noun("child"), find_verb("dream", "of"), horse),
        "The child dreams of the horse that she sees.",
        "Das Kind träumt von dem Pferd, das sie sieht.");
}

TEST_CASE("two-way prepositions take the dative for a place and the accusative for a way") {
  Clause sitting = make_clause(noun("cat"), find_verb("sit", "", Complement::kLocation));
  sitting.place = Adverbial{"under", "unter", Case::kDative, noun("table")};
  check(sitting, "The cat sits under the table.", "Die Katze sitzt unter dem Tisch.");
  Clause laying = with_object(pronoun("he"), find_verb("lay", "", Complement::kOnto), noun("key"));
  laying.place = Adverbial{"under", "unter", Case::kAccusative, noun("table")};
  check(laying, "He lays the key under the table.", "Er legt den Schlüssel unter den Tisch.");
}

TEST_CASE("company comes before the way in German and after it in English") {
  Clause going = make_clause(pronoun("I"), find_verb("go", "", Complement::kDirection));
  going.place = Adverbial{"to", "in", Case::kAccusative, noun("cinema")};
  going.companion = Adverbial{"with", "mit", Case::kDative, noun("friend", Determiner::kMy)};
  check(going, "I go to the cinema with my friend.", "Ich gehe mit meinem Freund ins Kino.");
}

TEST_CASE("a possessor is a genitive behind the noun, a name before it") {
  NounPhrase car = noun("car", Determiner::kNone);
  car.possessor = std::make_shared<const NounPhrase>(noun("brother", Determiner::kMy));
  const Verb& buy = find_verb("buy");
  check(with_object(pronoun("they"), buy, car), "They buy my brother's car.",
        "Sie kaufen das Auto meines Bruders.");
  NounPhrase anna;
  anna.name = &people().front();
  car.possessor = std::make_shared<const NounPhrase>(anna);
  check(with_object(pronoun("they"), buy, car), "They buy Anna's car.", "Sie kaufen Annas Auto.");
}

TEST_CASE("und joins without a comma, aber with one") {
  const Clause first = make_clause(pronoun("he"), find_verb("sing"));
  const Clause second = make_clause(pronoun("she"), find_verb("dance"));
  check(joined(first, Link::kCoordinate, {"and", "und"}, second), "He sings, and she dances.",
        "Er singt und sie tanzt.");
  check(joined(first, Link::kCoordinate, {"but", "aber"}, second), "He sings, but she dances.",
        "Er singt, aber sie tanzt.");
}

}  // namespace
}  // namespace dragoman::grammar
