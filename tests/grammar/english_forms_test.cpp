#include "grammar/english_forms.h"

#include "catch.h"

namespace dragoman::grammar {
namespace {

constexpr Agreement kI{1, Number::kSingular};
constexpr Agreement kYou{2, Number::kSingular};
constexpr Agreement kShe{3, Number::kSingular};
constexpr Agreement kThey{3, Number::kPlural};

TEST_CASE("the third person singular ends in s, es or ies") {
  CHECK(english_present("work", kShe) == "works");
  CHECK(english_present("go", kShe) == "goes");
  CHECK(english_present("watch", kShe) == "watches");
  CHECK(english_present("wash", kShe) == "washes");
  CHECK(english_present("try", kShe) == "tries");
  CHECK(english_present("buy", kShe) == "buys");
  CHECK(english_present("have", kShe) == "has");
  CHECK(english_present("try", kThey) == "try");
}

TEST_CASE("the regular past ends in ed, and be has forms of its own") {
  CHECK(english_past("work", "", kI) == "worked");
  CHECK(english_past("love", "", kI) == "loved");
  CHECK(english_past("carry", "", kI) == "carried");
  CHECK(english_past("play", "", kI) == "played");
  CHECK(english_past("buy", "bought", kI) == "bought");
  CHECK(english_past("be", "", kI) == "was");
  CHECK(english_past("be", "", kYou) == "were");
  CHECK(english_present("be", kI) == "am");
  CHECK(english_present("be", kYou) == "are");
}

TEST_CASE("a becomes an before a vowel") {
  CHECK(english_article("apple") == "an");
  CHECK(english_article("old") == "an");
  CHECK(english_article("book") == "a");
}

TEST_CASE("the genitive of a plural in s is an apostrophe alone") {
  CHECK(english_genitive("brother", Number::kSingular) == "brother's");
  CHECK(english_genitive("brothers", Number::kPlural) == "brothers'");
  CHECK(english_genitive("children", Number::kPlural) == "children's");
}

TEST_CASE("do carries tense and person") {
  CHECK(english_do(Tense::kPresent, kShe) == "does");
  CHECK(english_do(Tense::kPresent, kThey) == "do");
  CHECK(english_do(Tense::kPast, kShe) == "did");
}

}  // namespace
}  // namespace dragoman::grammar
