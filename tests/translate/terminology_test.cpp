#include "translate/terminology.h"

#include "temporary_folder.h"
#include "threads/cancellation.h"
#include "written_file.h"

namespace dragoman {
namespace {

using Phrases = std::vector<std::string>;

Terminology terminology(std::string_view content) {
  const TemporaryFolder folder;
  return Terminology(written_file(folder / "terms.tsv", content));
}

std::string error_of(std::string_view content) {
  const TemporaryFolder folder;
  const std::string path = written_file(folder / "terms.tsv", content);
  try {
    const Terminology read(path);
  } catch (const std::runtime_error& error) {
    const std::string message = error.what();
    return message.substr(message.find("terms.tsv"));
  }
  return "";
}

}  // namespace

TEST_CASE("terms are found between boundaries of words, in the order of the text") {
  const Terminology terms = terminology("house\tHaus\ncat\tKatze\n\nU.S.\tUSA\n");
  CHECK(terms.phrases_for("The cat left the house.") == Phrases{"Katze", "Haus"});
  CHECK(terms.phrases_for("(cat), \"house\"") == Phrases{"Katze", "Haus"});
  CHECK(terms.phrases_for("The category of houses").empty());
  CHECK(terms.phrases_for("In the U.S. now") == Phrases{"USA"});
  CHECK(terms.phrases_for("").empty());
}

TEST_CASE("case, white space and compatibility forms do not matter") {
  const Terminology terms = terminology("New  York\tNeu York\nSTRASSE\tstreet\nÄrger\ttrouble\n");
  CHECK(terms.phrases_for("in NEW\tyork") == Phrases{"Neu York"});
  CHECK(terms.phrases_for("Straße, A\u0308rger") == Phrases{"street", "trouble"});
}

TEST_CASE("where terms overlap the longest one counts, wherever it begins") {
  const Terminology terms =
      terminology("neural\tneuronal\nneural network\tNetz\nnetwork card reader\tLeser\n");
  CHECK(terms.phrases_for("a neural network here") == Phrases{"Netz"});
  CHECK(terms.phrases_for("a neural network card reader") == Phrases{"neuronal", "Leser"});
}

TEST_CASE("terms are not looked for in protected parts") {
  const Terminology terms({{"big cat", "Raubkatze"}, {"big", "groß"}, {"cat", "Katze"}});
  CHECK(terms.phrases_for("a big cat, a cat") == Phrases{"Raubkatze", "Katze"});
  CHECK(terms.phrases_for("a big cat, a cat", {{6, 9}}) == Phrases{"groß", "Katze"});
  CHECK(terms.phrases_for("a big cat, a cat", {{3, 4}, {13, 16}}) == Phrases{"Katze"});
  CHECK(terms.phrases_for("a big cat", {{2, 9}}).empty());
  CHECK(terms.phrases_for("a big cat", {{0, 2}, {9, 99}}) == Phrases{"Raubkatze"});
}

TEST_CASE("each translation is given once a line") {
  const Terminology terms = terminology("car\tAuto\nautomobile\tAuto\n");
  CHECK(terms.phrases_for("a car, an automobile, a car") == Phrases{"Auto"});
}

TEST_CASE("terms may come as pairs") {
  const Terminology terms({{"cat", "Katze"}, {"house", "Haus"}, {"CAT", "Katze"}});
  CHECK(terms.phrases_for("a cat, a house") == Phrases{"Katze", "Haus"});
  CHECK(terms.terms().size() == 2);
  using Pairs = std::vector<std::pair<std::string, std::string>>;
  CHECK_THROWS_AS(Terminology(Pairs{{"cat", "Katze"}, {"cat", "Kater"}}), std::invalid_argument);
  CHECK_THROWS_AS(Terminology(Pairs{{"cat", ""}}), std::invalid_argument);
  CHECK_THROWS_AS(Terminology(Pairs{{"", "Katze"}}), std::invalid_argument);
  CHECK_THROWS_AS(Terminology(Pairs{{"\xff", "Katze"}}), std::invalid_argument);
  CHECK_THROWS_AS(Terminology(Pairs{{std::string(1001, 'x'), "Katze"}}), std::invalid_argument);
  CHECK_THROWS_AS(Terminology(Pairs{{"cat", std::string(1001, 'x')}}), std::invalid_argument);
}

TEST_CASE("a term may hold scripts that are written without spaces") {
  CHECK(terminology("世界\tworld\n").phrases_for("世界").size() == 1);
}

TEST_CASE("Korean particles may follow a term, other letters may not") {
  const Terminology terms = terminology("은행\tbank\n표\ttable\npdf\tPDF\n수도 요금\tfee\n");
  CHECK(terms.phrases_for("은행에서는 표를") == Phrases{"bank", "table"});
  CHECK(terms.phrases_for("PDF로, 은행입니다.") == Phrases{"PDF", "bank"});
  CHECK(terms.phrases_for("수도 요금을") == Phrases{"fee"});
  CHECK(terms.phrases_for("표시 은행나무 중앙은행 PDFs").empty());
  const auto found = terms.occurrences_in("이 은행에");
  REQUIRE(found.size() == 1);
  CHECK(found[0].bytes.begin == 4);
  CHECK(found[0].bytes.end == 10);
  std::string long_word = "은행";
  for (int i = 0; i < 10000; ++i) long_word += "이라";
  CHECK(terms.phrases_for(long_word) == Phrases{"bank"});
}

TEST_CASE("a line that is no pair is an error with its place") {
  CHECK(error_of("a\tb\nc\n").starts_with("terms.tsv:2: not a term"));
  CHECK(error_of("a\tb\tc\n").starts_with("terms.tsv:1: not a term"));
  CHECK(error_of("a\t \n").starts_with("terms.tsv:1: a term and its translation"));
  CHECK(error_of("\n\tb\n").starts_with("terms.tsv:2: a term and its translation"));
  CHECK(error_of(std::string(100000, 'x')).ends_with("x...`"));
  CHECK(error_of("a\t\xff\n").starts_with("terms.tsv:1: invalid UTF-8"));
}

TEST_CASE("a file without any term is an error") {
  for (const char* const content : {"", "\n \t\n"})
    CHECK(error_of(content) ==
          "terms.tsv' has no terms; give a term, a tab and its translation on each line");
}

TEST_CASE("a term with two translations is an error, the same pair twice is none") {
  CHECK(error_of("cat\tKatze\nCat\tKater\n") ==
        "terms.tsv:2: `Cat` has the translation `Katze` already; leave one of them");
  CHECK(terminology("cat\tKatze\ncat\tKatze\n").phrases_for("cat") == Phrases{"Katze"});
}

TEST_CASE("the search for very many terms that begin alike can be cancelled") {
  std::vector<std::pair<std::string, std::string>> nested;
  std::string words;
  for (int i = 0; i < 450; ++i) nested.emplace_back((words += "a ") + "b", "x");
  const Terminology terms(nested);
  std::string text;
  for (int i = 0; i < 20000; ++i) text += "a ";
  const Cancellation cancellation([] { return false; });
  CHECK_THROWS_AS(terms.phrases_for(text), Cancelled);
}

TEST_CASE("many terms that overlap longer ones are left out") {
  const Terminology terms({{"a", "1"}, {"a a", "2"}, {"a a a", "3"}, {"b", "4"}, {"a b", "5"}});
  std::string text = "b";
  for (int i = 0; i < 3000; ++i) text += " a a a a b";
  const auto found = terms.occurrences_in(text);
  REQUIRE(found.size() == 6001);
  CHECK(*found[0].translation == "4");
  for (size_t i = 1; i < found.size(); ++i)
    CHECK(*found[i].translation == (i % 2 == 1 ? "3" : "5"));
}

TEST_CASE("terms are told with their bytes in the text, whatever folding makes of it") {
  const Terminology terms = terminology("STRASSE\tstreet\nNew York\tNeu York\nfi\tfie\n");
  const auto found_in = [&](const std::string& text) {
    Phrases found;
    for (const TermOccurrence& term : terms.occurrences_in(text))
      found.push_back(std::string(term.bytes.of(text)) + "=" + *term.translation);
    return found;
  };
  CHECK(found_in("  die Straße, NEW\t  York.") == Phrases{"Straße=street", "NEW\t  York=Neu York"});
  CHECK(found_in("ﬁ ½ straße") == Phrases{"ﬁ=fie", "straße=street"});
  CHECK(found_in("straße ") == Phrases{"straße=street"});
  CHECK(found_in("").empty());
  CHECK(found_in(" \t").empty());
}

}  // namespace dragoman
