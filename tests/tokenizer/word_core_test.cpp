#include "tokenizer/word_core.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("the core of a word lacks the signs around it, not those within") {
  CHECK(word_core("cat") == "cat");
  CHECK(word_core("(cat).") == "cat");
  CHECK(word_core("„Straße“,") == "Straße");
  CHECK(word_core("don't!") == "don't");
  CHECK(word_core("x-ray--") == "x-ray");
  CHECK(word_core("$3.50") == "3.50");
  CHECK(word_core("हिन्दी।") == "हिन्दी");  // ends in a mark
  CHECK(word_core("...").empty());
  CHECK(word_core("").empty());
}

}  // namespace dragoman
