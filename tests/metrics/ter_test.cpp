#include "metrics/ter.h"

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

/// Words "begin" to "end - 1".
std::string numbers(int begin, int end) {
  std::string text;
  for (int i = begin; i < end; ++i) text += std::to_string(i) + " ";
  return text;
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

// The numbers are those of sacreBLEU 2.6.0.

TEST_CASE("at most ten words are moved, by up to fifty words") {
  const auto moved_to_end = [](int count) {
    return count_ter(numbers(count, 40) + numbers(0, count), {numbers(0, 40)}).front();
  };
  CHECK(moved_to_end(10) == 1);
  CHECK(moved_to_end(11) == 2);
  CHECK(moved_to_end(20) == 40);
  const auto moved_by = [](int distance) {
    const int end = 2 + distance;
    return count_ter(numbers(2, end) + "0 1 " + numbers(end, 130), {numbers(0, 130)}).front();
  };
  CHECK(moved_by(50) == 1);
  CHECK(moved_by(51) == 4);
}

TEST_CASE("words are moved to places among themselves, too") {
  CHECK(count_ter("b c b b b c c c c", {"c b b c b a b c a"}) == Numbers{4, 9});
  CHECK(count_ter("b e a e d a c", {"d c b b e a a"}) == Numbers{5, 7});
}

TEST_CASE("texts of few different words have as many edits as a thousand tries find") {
  const auto edits = [](int length, int num_different) {
    const auto text = [&](int step) {
      std::string words;
      for (int i = 0; i < length; ++i)
        words += std::to_string((i * i * step + i / 3) % num_different) + " ";
      return words;
    };
    return count_ter(text(3), {text(5)}).front();
  };
  CHECK(edits(40, 3) == 14);
  CHECK(edits(60, 5) == 32);
  CHECK(edits(80, 3) == 31);
  CHECK(edits(80, 5) == 48);
}

TEST_CASE("words of texts whose lengths differ much are aligned near the diagonal alone") {
  const auto edits = [](int place) {
    std::string reference;
    for (int i = 0; i < 300; ++i) reference += i == place ? "w " : "x ";
    return count_ter("w y y y", {reference}).front();
  };
  CHECK(edits(5) == 300);
  CHECK(edits(11) == 299);
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
  CHECK(count_ter("a\nb auto\n-matic", {"a b automatic"}, {.normalized = true}) == Numbers{0, 3});
  CHECK(count_ter("dog's\nb", {"dog 's b"}, {.normalized = true}) == Numbers{0, 3});
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
