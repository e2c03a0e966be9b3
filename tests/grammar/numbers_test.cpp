#include "grammar/numbers.h"

#include <set>
#include <stdexcept>

#include "catch.h"

namespace dragoman::grammar {
namespace {

struct NumberCase {
  int number;
  const char* english;
  const char* german;
};

TEST_CASE("numbers in words are those of a table worked by hand") {
  const NumberCase kCases[] = {
      {0, "zero", "null"},
      {1, "one", "eins"},
      {7, "seven", "sieben"},
      {11, "eleven", "elf"},
      {12, "twelve", "zwölf"},
      {16, "sixteen", "sechzehn"},
      {17, "seventeen", "siebzehn"},
      {20, "twenty", "zwanzig"},
      {21, "twenty-one", "einundzwanzig"},
      {30, "thirty", "dreißig"},
      {47, "forty-seven", "siebenundvierzig"},
      {66, "sixty-six", "sechsundsechzig"},
      {71, "seventy-one", "einundsiebzig"},
      {80, "eighty", "achtzig"},
      {99, "ninety-nine", "neunundneunzig"},
      {100, "one hundred", "einhundert"},
      {101, "one hundred and one", "einhunderteins"},
      {112, "one hundred and twelve", "einhundertzwölf"},
      {200, "two hundred", "zweihundert"},
      {321, "three hundred and twenty-one", "dreihunderteinundzwanzig"},
      {777, "seven hundred and seventy-seven", "siebenhundertsiebenundsiebzig"},
      {999, "nine hundred and ninety-nine", "neunhundertneunundneunzig"},
  };
  for (const NumberCase& expected : kCases) {
    CHECK(english_number(expected.number) == expected.english);
    CHECK(german_number(expected.number) == expected.german);
  }
}

TEST_CASE("each number from 0 to 999 has words of its own") {
  std::set<std::string> english;
  std::set<std::string> german;
  for (int number = 0; number < 1000; ++number) {
    english.insert(english_number(number));
    german.insert(german_number(number));
  }
  CHECK(english.size() == 1000);
  CHECK(german.size() == 1000);
}

TEST_CASE("before a noun, German eins loses its s at the end of a number, and only there") {
  CHECK(german_number_of(1) == "ein");
  CHECK(german_number_of(201) == "zweihundertein");
  for (const int number : {0, 2, 21, 100, 111, 171, 200, 999})
    CHECK(german_number_of(number) == german_number(number));
}

TEST_CASE("German says the ones before the tens") {
  for (int ones = 2; ones < 10; ++ones) {
    for (int tens = 20; tens < 100; tens += 10) {
      CHECK(german_number(tens + ones) == german_number(ones) + "und" + german_number(tens));
    }
  }
}

TEST_CASE("a number beyond 999 is refused") {
  CHECK_THROWS_WITH(english_number(1000), ContainsSubstring("1000"));
  CHECK_THROWS_AS(german_number(-1), std::invalid_argument);
}

}  // namespace
}  // namespace dragoman::grammar
