#include "grammar/numbers.h"

#include <stdexcept>

namespace dragoman::grammar {
namespace {

constexpr const char* kEnglishSmall[] = {"zero",    "one",     "two",       "three",    "four",
                                         "five",    "six",     "seven",     "eight",    "nine",
                                         "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                         "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
constexpr const char* kEnglishTens[] = {"",      "",      "twenty",  "thirty", "forty",
                                        "fifty", "sixty", "seventy", "eighty", "ninety"};
constexpr const char* kGermanSmall[] = {"null",     "eins",     "zwei",     "drei",     "vier",
                                        "fünf",     "sechs",    "sieben",   "acht",     "neun",
                                        "zehn",     "elf",      "zwölf",    "dreizehn", "vierzehn",
                                        "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"};
constexpr const char* kGermanTens[] = {"",        "",        "zwanzig", "dreißig", "vierzig",
                                       "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"};

void check_range(int number) {
  if (number < 0 || number > 999) {
    throw std::invalid_argument("number in words: " + std::to_string(number) +
                                " is not between 0 and 999");
  }
}

/// "eins" loses its s before another part of the number.
std::string german_prefix(int digit) { return digit == 1 ? "ein" : kGermanSmall[digit]; }

}  // namespace

std::string english_number(int number) {
  check_range(number);
  if (number < 20) return kEnglishSmall[number];
  if (number < 100) {
    const std::string tens = kEnglishTens[number / 10];
    return number % 10 == 0 ? tens : tens + "-" + kEnglishSmall[number % 10];
  }
  const std::string hundreds = std::string(kEnglishSmall[number / 100]) + " hundred";
  return number % 100 == 0 ? hundreds : hundreds + " and " + english_number(number % 100);
}

std::string german_number(int number) {
  check_range(number);
  if (number < 20) return kGermanSmall[number];
  if (number < 100) {
    const std::string tens = kGermanTens[number / 10];
    return number % 10 == 0 ? tens : german_prefix(number % 10) + "und" + tens;
  }
  const std::string hundreds = german_prefix(number / 100) + "hundert";
  return number % 100 == 0 ? hundreds : hundreds + german_number(number % 100);
}

std::string german_number_of(int number) {
  std::string words = german_number(number);
  if (number % 100 == 1) words.pop_back();  // the s of "eins"
  return words;
}

}  // namespace dragoman::grammar
