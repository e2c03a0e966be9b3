#include <algorithm>
#include <string>

#include "catch.h"
#include "grammar/embedded_corpus.h"
#include "grammar/english.h"
#include "grammar/german.h"
#include "grammar/sampler.h"
#include "grammar/words.h"

namespace dragoman {
namespace {

using grammar::Words;

/// "0-0 1-2".
std::string text_of_links(const Words& english, const Words& german) {
  std::string text;
  for (const grammar::WordLink& link : grammar::link_words(english, german)) {
    text += (text.empty() ? "" : " ") + std::to_string(link.english) + "-" +
            std::to_string(link.german);
  }
  return text;
}

/// "The man does not open her window.", in German "Der Mann macht ihr Fenster nicht auf."
grammar::Sentence denial_about_windows() {
  grammar::Sentence sentence;
  grammar::Clause& clause = sentence.main;
  clause.subject.noun = &grammar::find_noun("man");
  clause.subject.determiner = grammar::Determiner::kDefinite;
  clause.verb = &grammar::find_verb("open");
  clause.negated = true;
  clause.object.emplace();
  clause.object->noun = &grammar::find_noun("window");
  clause.object->determiner = grammar::Determiner::kHer;
  return sentence;
}

TEST_CASE("words of both languages that say the same node are linked") {
  const grammar::Sentence sentence = denial_about_windows();
  REQUIRE(english_sentence(sentence) == "The man does not open her window.");
  REQUIRE(german_sentence(sentence) == "Der Mann macht ihr Fenster nicht auf.");
  CHECK(text_of_links(english_words(sentence), german_words(sentence)) ==
        "0-0 1-1 2-2 3-5 4-2 4-6 5-3 6-4");
}

TEST_CASE("a negation in kein is linked with it, and the article too") {
  grammar::Sentence sentence = denial_about_windows();
  sentence.main.object->determiner = grammar::Determiner::kIndefinite;
  REQUIRE(english_sentence(sentence) == "The man does not open a window.");
  REQUIRE(german_sentence(sentence) == "Der Mann macht kein Fenster auf.");
  CHECK(text_of_links(english_words(sentence), german_words(sentence)) ==
        "0-0 1-1 2-2 3-3 4-2 4-5 5-3 6-4");
}

TEST_CASE("fixed words that are equally many are linked one by one, others all with all") {
  const grammar::Origins when = {{nullptr, grammar::Part::kFixed}};
  CHECK(text_of_links({{"last week", when}}, {{"letzte Woche", when}}) == "0-0 1-1");
  CHECK(text_of_links({{"by train", when}}, {{"mit dem Zug", when}}) == "0-0 0-1 0-2 1-0 1-1 1-2");
  CHECK(text_of_links({{"to", {}}, {","}, {"go", when}}, {{"geh", when}}) == "1-0");
}

TEST_CASE("links stay within the sentences, and nearly all words have one") {
  size_t num_words = 0, num_linked = 0;
  for (const GrammarPair& pair : generate_corpus(2000, 6, PairLinks::kAll).train) {
    const auto english = std::count(pair.english.begin(), pair.english.end(), ' ') + 1;
    const auto german = std::count(pair.german.begin(), pair.german.end(), ' ') + 1;
    REQUIRE(std::is_sorted(pair.links.begin(), pair.links.end()));
    std::vector<bool> linked(static_cast<size_t>(english));
    for (const grammar::WordLink& link : pair.links) {
      REQUIRE((link.english < english && link.german < german));
      linked[static_cast<size_t>(link.english)] = true;
    }
    num_words += linked.size();
    num_linked += static_cast<size_t>(std::count(linked.begin(), linked.end(), true));
  }
  CHECK(static_cast<double>(num_linked) > 0.98 * static_cast<double>(num_words));
}

TEST_CASE("asking for links changes no sentence") {
  const EmbeddedCorpus plain = generate_corpus(500, 9);
  const EmbeddedCorpus linked = generate_corpus(500, 9, PairLinks::kAll);
  for (size_t i = 0; i < plain.train.size(); ++i) {
    REQUIRE(plain.train[i].english == linked.train[i].english);
    REQUIRE(plain.train[i].german == linked.train[i].german);
    REQUIRE(plain.train[i].links.empty());
  }
}

}  // namespace
}  // namespace dragoman
