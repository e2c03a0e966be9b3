#include "data/lemma_list.h"

#include "catch.h"
#include "temporary_folder.h"
#include "written_file.h"

namespace dragoman {
namespace {

LemmaList lemmas_of(const std::string& text) {
  const TemporaryFolder folder;
  return LemmaList(written_file(folder / "lemmas.tsv", text), "de");
}

void check_bad_lemmas(const std::string& text, const std::string& message) {
  CHECK_THROWS_WITH(lemmas_of(text), ContainsSubstring(message));
}

}  // namespace

TEST_CASE("a form has its lemma, the first one, or that of the form in lower case") {
  const LemmaList lemmas =
      lemmas_of("Häuser\tHaus\r\n\nging\tgehen\nging\tGing\nÜber\tÜber\nüber\tx y");
  CHECK(lemmas.lemma_of("Häuser") == "Haus");
  CHECK(lemmas.lemma_of("häuser") == "häuser");
  CHECK(lemmas.lemma_of("Ging") == "gehen");
  CHECK(lemmas.lemma_of("Über") == "Über");
  CHECK(lemmas.lemma_of("ÜBER") == "x y");
  CHECK(lemmas.lemma_of("Katze") == "Katze");
}

TEST_CASE("a list of lemmas that is none is refused, with the line") {
  check_bad_lemmas("a\tb\nc\n", "lemmas.tsv:2: not a word, one tab and its lemma: `c`");
  check_bad_lemmas("a\tb\tc\n", ":1: not a word");
  check_bad_lemmas("a b\tc\n", ":1: not a word");
  check_bad_lemmas("\tc\n", ":1: not a word");
  check_bad_lemmas("c\t\n", ":1: not a word");
  check_bad_lemmas(std::string(100000, 'x'), ": `" + std::string(80, 'x') + "...`");
  check_bad_lemmas("\xff\tc\n", ":1");
  check_bad_lemmas("\n", "has no lemmas");
  CHECK_THROWS_AS(LemmaList("/nowhere/lemmas.tsv", "de"), std::runtime_error);
}

}  // namespace dragoman
