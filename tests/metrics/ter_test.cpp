#include "metrics/ter.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "catch.h"
#include "metrics/corpus_scorer.h"

namespace dragoman {
namespace {

using Numbers = std::vector<double>;

Numbers count_ter(const std::string& hypothesis, const std::vector<std::string>& references,
                  const TerSettings& settings = {}) {
  Ter ter(settings);
  Numbers statistics(ter.num_statistics());
  ter.set_references(std::vector<std::string_view>(references.begin(), references.end()));
  ter.count(hypothesis, statistics);
  return statistics;
}

double score_of(const std::string& hypothesis, const std::string& reference) {
  return Ter().score(count_ter(hypothesis, {reference}), Arithmetic::kDouble);
}

TEST_CASE("insertions, deletions and substitutions are edits") {
  CHECK(count_ter("a b c d", {"a b c d"}) == Numbers{0, 4});
  CHECK(count_ter("a c d", {"a b c d"}) == Numbers{1, 4});
  CHECK(count_ter("a b x c d", {"a b c d"}) == Numbers{1, 4});
  CHECK(count_ter("a x c d", {"a b c d"}) == Numbers{1, 4});
}

TEST_CASE("a sequence of words in another place is one edit") {
  CHECK(count_ter("a b c d", {"b c d a"}) == Numbers{1, 4});
  CHECK(count_ter("d e f a b c", {"a b c d e f"}) == Numbers{1, 6});
  CHECK(count_ter("the cat sat on the mat", {"on the mat the cat sat"}) == Numbers{1, 6});
}

TEST_CASE("the closest reference gives the edits, all of them the length") {
  CHECK(count_ter("a b", {"a b c", "a b"}) == Numbers{0, 2.5});
}

TEST_CASE("empty texts have a rate too") {
  CHECK(score_of("", "") == 0);
  CHECK(score_of("x y", "") == 100);
  CHECK(score_of("", "a b") == 100);
  CHECK(score_of("x y z", "a") == 300);
}

TEST_CASE("case, punctuation and white space are as the settings say") {
  CHECK(count_ter("The  Cat\tsat", {"the cat sat"}) == Numbers{0, 3});
  CHECK(count_ter("The cat", {"the cat"}, {.case_sensitive = true}) == Numbers{1, 2});
  CHECK(count_ter("Yes, sir!", {"yes sir"}) == Numbers{2, 2});
  CHECK(count_ter("Yes, sir!", {"yes sir"}, {.no_punct = true}) == Numbers{0, 2});
  CHECK(count_ter("Yes, sir", {"yes , sir"}, {.normalized = true}) == Numbers{0, 3});
}

TEST_CASE("normalised references are tokenised twice, as in sacreBLEU") {
  CHECK(count_ter("It's. No", {"It's. No"}, {.normalized = true}) == Numbers{2, 4});
  CHECK(count_ter("it 's . no", {"It's. No"}, {.normalized = true}) == Numbers{0, 4});
}

TEST_CASE("the signature names all settings") {
  CHECK(format_signature(Ter({true, true, true, true}).settings_signature(), true) ==
        "c:mixed|t:tercom|nr:yes|pn:no|as:yes");
}

TEST_CASE("a segment without references is an error") {
  CHECK_THROWS_WITH(count_ter("a", {}), ContainsSubstring("without references"));
}

}  // namespace
}  // namespace dragoman
