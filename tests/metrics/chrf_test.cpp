#include "metrics/chrf.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"

namespace dragoman {
namespace {

using Numbers = std::vector<double>;

Numbers count(Chrf& chrf, const std::string& hypothesis,
              const std::vector<std::string>& references) {
  Numbers statistics(chrf.num_statistics());
  chrf.set_references(std::vector<std::string_view>(references.begin(), references.end()));
  chrf.count(hypothesis, statistics);
  return statistics;
}

double score_of(const ChrfSettings& settings, const std::string& hypothesis,
                const std::vector<std::string>& references) {
  Chrf chrf(settings);
  return chrf.score(count(chrf, hypothesis, references), Arithmetic::kDouble);
}

// Numbers that are not plain from the text are sacreBLEU 2.6.0's, as from
// sacrebleu.CHRF(word_order=2).corpus_score(["(hi) there, you"], [["hi there you"]]).

TEST_CASE("n-grams of characters are counted without white space, for either side") {
  Chrf chrf;
  CHECK(count(chrf, "a bc", {"ab d"}) ==
        Numbers{3, 3, 2, 2, 2, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  CHECK(score_of({}, "abc", {"abd"}) == Approx(38.888888888889).epsilon(1e-12));
}

TEST_CASE("chrF++ adds words, of which punctuation is split off") {
  Chrf chrf({.word_order = 2});
  CHECK(chrf.name() == "chrF2++");
  const Numbers statistics = count(chrf, "(hi) there, you", {"hi there you"});
  CHECK(Numbers(statistics.end() - 6, statistics.end()) == Numbers{5, 3, 2, 4, 2, 0});
  CHECK(score_of({.word_order = 2}, "(hi) there, you", {"hi there you"}) ==
        Approx(39.319340859400).epsilon(1e-12));
}

TEST_CASE("white space counts if it is asked for") {
  Chrf chrf({.char_order = 2, .whitespace = true});
  CHECK(count(chrf, "a b", {"a  b"}) == Numbers{3, 4, 3, 2, 3, 2});
  CHECK(score_of({.char_order = 2, .whitespace = true}, "a b", {"a  b"}) ==
        Approx(75.221238938053).epsilon(1e-12));
}

TEST_CASE("beta, case and smoothing are settings") {
  const ChrfSettings settings{.beta = 3, .lowercase = true, .eps_smoothing = true};
  CHECK(Chrf(settings).name() == "chrF3");
  CHECK(score_of(settings, "The Cat", {"the dog"}) == Approx(19.166666666667).epsilon(1e-12));
  CHECK(format_signature(Chrf(settings).settings_signature(), false) ==
        "case:lc|eff:no|nc:6|nw:0|space:no");
}

TEST_CASE("of several references the best one counts") {
  Chrf chrf({.char_order = 2});
  CHECK(count(chrf, "ab", {"zz", "ab"}) == Numbers{2, 2, 2, 1, 1, 1});
  CHECK(count(chrf, "ab", {"ab", "abab"}) == Numbers{2, 2, 2, 1, 1, 1});
}

TEST_CASE("a character is a code point") {
  Chrf chrf({.char_order = 1});
  CHECK(count(chrf, "日本😀é", {"本日x"}) == Numbers{4, 3, 2});
}

TEST_CASE("nothing in common scores 0, the same scores 100") {
  CHECK(score_of({}, "abc", {"xyz"}) == 0);
  CHECK(score_of({}, "", {""}) == 0);
  CHECK(score_of({}, "", {"abc"}) == 0);
  CHECK(score_of({.word_order = 2}, "a b.", {"a b."}) == 100);
}

TEST_CASE("bad settings are errors that say what is wrong") {
  CHECK_THROWS_WITH(Chrf({.char_order = -1}), ContainsSubstring("-1 characters"));
  CHECK_THROWS_AS(Chrf({.char_order = 0}), std::invalid_argument);
  CHECK_THROWS_WITH(Chrf({.beta = -2}), ContainsSubstring("beta -2"));
  Chrf chrf;
  CHECK_THROWS_WITH(chrf.set_references({}), ContainsSubstring("without references"));
}

}  // namespace
}  // namespace dragoman
