#include "data/text_faults.h"

#include <functional>

#include "captured_stderr.h"
#include "catch.h"
#include "io/random.h"

namespace dragoman {
namespace {

constexpr int kFaultyPairs = 100;

CorpusSettings two_files() {
  CorpusSettings corpus;
  corpus.source = "my text.en";
  corpus.target = "text.de";
  return corpus;
}

/// What is said of 100 pairs, of which the first `count` are `faulty(i)`.
std::string said_of(int count, const std::function<SentencePair(std::string)>& faulty) {
  TextFaults faults;
  for (int i = 0; i < kFaultyPairs; ++i) {
    const std::string number = std::to_string(i);
    faults.add(i < count ? faulty(number) : SentencePair{"source " + number, "Ziel " + number});
  }
  return captured_stderr([&] { faults.warn(two_files(), make_stderr_logger()); });
}

}  // namespace

TEST_CASE("a fault of text is a warning once many pairs have it, with what mends it") {
  // The source is followed by a number.
  const auto check = [](int fewest, const std::string& source, const std::string& target,
                        const std::string& says) {
    INFO(says);
    const auto faulty = [&](const std::string& number) {
      return SentencePair{source + number, target.empty() ? source + number : target};
    };
    CHECK(said_of(fewest - 1, faulty).empty());
    const std::string said = said_of(fewest, faulty);
    CHECK_THAT(said, ContainsSubstring("warning: my text.en and text.de: " +
                                       std::to_string(fewest) + " of 100 pairs") &&
                         ContainsSubstring(says));
    CHECK(said.find('\n') + 1 == said.size());
  };
  check(25, "a ", "b .", "looks tokenised");
  check(10, "a ", "",
        "dragoman filter --source 'my text.en' --target text.de --identical >NEW.tsv");
  check(10, "a ", "R&amp;D", "html.unescape");
  check(10, "a ", "&#228;", "html.unescape");
  check(10, "it&#x27;s ", "b", "html.unescape");
  check(10, "a &frac12; ", "b", "html.unescape");
  check(10, "a ", "MÃ¤nner", "ftfy -o NEW FILE");
  check(10, "", R"("er ""sagte"" es")",
        R"sh(sed -E '/^"([^"]|"")*"$/{s/^"(.*)"$/\1/;s/""/"/g;}' FILE >NEW)sh");
}

TEST_CASE("quotes of cells in two columns are removed by a reader of cells") {
  CorpusSettings corpus;
  corpus.tsv = "text.tsv";
  TextFaults faults;
  for (int i = 0; i < 10; ++i) faults.add({std::to_string(i), R"("er ""sagte"" es")"});
  CHECK_THAT(captured_stderr([&] { faults.warn(corpus, make_stderr_logger()); }),
             ContainsSubstring("csv.reader(sys.stdin, delimiter=\"\\t\")"));
}

TEST_CASE("of faults of standard input, the advice is an option alone") {
  CorpusSettings corpus;
  corpus.tsv = "-";
  TextFaults faults;
  for (int i = 0; i < 10; ++i) faults.add({std::to_string(i), std::to_string(i)});
  const std::string said = captured_stderr([&] { faults.warn(corpus, make_stderr_logger()); });
  CHECK_THAT(said, ContainsSubstring("standard input: 10 of 10 pairs") &&
                       ContainsSubstring("leave them out: add --identical\n"));
}

TEST_CASE("pairs that repeat others are counted without the first of them") {
  const auto same = [](const std::string&) { return SentencePair{"a", "b"}; };
  CHECK(said_of(25, same).empty());
  CHECK_THAT(said_of(26, same), ContainsSubstring("25 of 100 pairs repeat others; leave") &&
                                    ContainsSubstring("text.de --duplicates >NEW.tsv"));
}

TEST_CASE("ordinary text has no faults") {
  const std::vector<SentencePair> pairs{{"AT&T & Co; a & b;", "Â, Ã und É: \u00ab Ã \u00bb"},
                                        {"\"Quoted.\"", "\"\""},
                                        {"She said \"no\".", "\"Nein\", sagte sie, \"nein.\""},
                                        {"é à ü ß", "naïve Größe ¾"}};
  const auto ordinary = [&](const std::string& number) {
    const SentencePair& pair = pairs[std::stoul(number) % pairs.size()];
    return SentencePair{pair.source + number + "?", pair.target + number};
  };
  CHECK(said_of(kFaultyPairs, ordinary).empty());
}

TEST_CASE("the share of repetitions among very many texts is close to the true one") {
  RepetitionCounter counter;
  CHECK(counter.share() == 0);
  for (uint64_t i = 0; i < 1'000'000; ++i) counter.add(mix64(i % 400'000));
  CHECK(counter.share() == Approx(0.6).margin(0.01));
}

TEST_CASE("the share of repetitions is true whichever text is the one that is repeated") {
  for (const uint64_t often : {1, 2, 3, 4, 5}) {
    RepetitionCounter counter;
    for (uint64_t i = 0; i < 200'000; ++i) {
      counter.add(mix64(1'000'000 + i));
      counter.add(mix64(often));
    }
    CHECK(counter.share() == Approx(0.5).margin(0.01));
  }
}

}  // namespace dragoman
