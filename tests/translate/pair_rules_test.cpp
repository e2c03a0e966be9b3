#include "translate/pair_rules.h"

#include <string>

#include "catch.h"

namespace dragoman {
namespace {

PairVerdict judge(const std::string& source, const std::string& target,
                  const PairRules& rules = {}) {
  return judge_text({source, target}, rules);
}

}  // namespace

TEST_CASE("without rules every pair with text on both sides is kept") {
  CHECK(judge("a", "a") == PairVerdict::kKept);
  CHECK(judge("one two three four five", "eins") == PairVerdict::kKept);
  CHECK(judge(std::string(100000, 'x'), "y") == PairVerdict::kKept);
}

TEST_CASE("pairs with a side of white space alone are dropped") {
  CHECK(judge("", "text") == PairVerdict::kEmpty);
  CHECK(judge("text", " \t ") == PairVerdict::kEmpty);
  CHECK(judge("text", "\u3000\u00a0") == PairVerdict::kEmpty);
  CHECK(judge("", "") == PairVerdict::kEmpty);
}

TEST_CASE("pairs with invalid UTF-8 on either side are dropped") {
  CHECK(judge("bad \xff", "text") == PairVerdict::kInvalidUtf8);
  CHECK(judge("text", "cut \xc3") == PairVerdict::kInvalidUtf8);
  CHECK(judge("", "\xff") == PairVerdict::kInvalidUtf8);
}

TEST_CASE("words are what white space parts, and both sides must have the right number of them") {
  CHECK(judge("a b", "a  b\tc ", {.min_words = 2, .max_words = 3}) == PairVerdict::kKept);
  CHECK(judge("a", "b c", {.min_words = 2}) == PairVerdict::kMinWords);
  CHECK(judge("b c", "a", {.min_words = 2}) == PairVerdict::kMinWords);
  CHECK(judge("a b c d", "a", {.max_words = 3}) == PairVerdict::kMaxWords);
  CHECK(judge("a", "a\u2003b c d", {.max_words = 3}) == PairVerdict::kMaxWords);
}

TEST_CASE("characters are code points, not bytes") {
  CHECK(judge("日本語", "äöü", {.max_characters = 3}) == PairVerdict::kKept);
  CHECK(judge("日本語", "äöü𝄞", {.max_characters = 3}) == PairVerdict::kMaxCharacters);
  CHECK(judge("abcd", "a", {.max_characters = 3}) == PairVerdict::kMaxCharacters);
}

TEST_CASE("the ratio of words may be the greatest one that is allowed, but not above it") {
  CHECK(judge("a b c", "d e", {.max_ratio = 1.5}) == PairVerdict::kKept);
  CHECK(judge("a b c d", "e f", {.max_ratio = 1.5}) == PairVerdict::kMaxRatio);
  CHECK(judge("e f", "a b c d", {.max_ratio = 1.5}) == PairVerdict::kMaxRatio);
  // In binary, 1.4 times 45 is rounded to less than 63.
  const auto words = [](int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += "w ";
    return text;
  };
  CHECK(judge(words(45), words(63), {.max_ratio = 1.4}) == PairVerdict::kKept);
  CHECK(judge(words(64), words(45), {.max_ratio = 1.4}) == PairVerdict::kMaxRatio);
}

TEST_CASE("identical sides are dropped where that is asked for") {
  CHECK(judge("same", "same", {.drop_identical = true}) == PairVerdict::kIdentical);
  CHECK(judge("same", "Same", {.drop_identical = true}) == PairVerdict::kKept);
}

TEST_CASE("the reason is the first rule that is broken") {
  const PairRules all = {.min_words = 2, .max_words = 3, .max_ratio = 1, .drop_identical = true};
  CHECK(judge("a", "a", all) == PairVerdict::kIdentical);
  CHECK(judge("a", "a b c d", all) == PairVerdict::kMinWords);
  CHECK(judge("a b", "a b c d", all) == PairVerdict::kMaxWords);
  CHECK(judge("a b", "a b c", all) == PairVerdict::kMaxRatio);
}

}  // namespace dragoman
