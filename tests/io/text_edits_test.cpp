#include "io/text_edits.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("a text loses characters at its ends") {
  CHECK(trimmed(" \ta b ", " \t") == "a b");
  CHECK(trimmed(" \t", " \t").empty());
  CHECK(trimmed("", " ").empty());
}

TEST_CASE("all occurrences are replaced, from left to right") {
  std::string text = "|||| a|||";
  replace_all(text, "|||", "||||");
  CHECK(text == "||||| a||||");
}

TEST_CASE("edits apply in any order, and insertions in theirs") {
  CHECK(with_edits("abcd", {{3, 4, "D"}, {1, 1, "x"}, {1, 1, "y"}, {1, 2, ""}}) == "axycD");
  CHECK(with_edits("abcd", {{1, 2, ""}, {3, 4, "D"}, {1, 1, "x"}, {1, 1, "y"}}) == "axycD");
  CHECK(with_edits("ab", {}) == "ab");
}

}  // namespace dragoman
