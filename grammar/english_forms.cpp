#include "grammar/english_forms.h"

namespace dragoman::grammar {
namespace {

bool is_vowel(char letter) {
  return std::string_view("aeiou").find(letter) != std::string_view::npos;
}

bool ends_in_consonant_y(std::string_view word) {
  return word.size() > 1 && word.back() == 'y' && !is_vowel(word[word.size() - 2]);
}

bool ends_in_sibilant_or_o(std::string_view word) {
  for (const std::string_view ending : {"s", "x", "z", "ch", "sh", "o"}) {
    if (word.ends_with(ending)) return true;
  }
  return false;
}

bool is_third_singular(Agreement agreement) {
  return agreement.person == 3 && agreement.number == Number::kSingular;
}

bool is_first_singular(Agreement agreement) {
  return agreement.person == 1 && agreement.number == Number::kSingular;
}

std::string without_last(std::string_view word) {
  return std::string(word.substr(0, word.size() - 1));
}

}  // namespace

std::string english_present(std::string_view verb, Agreement agreement) {
  if (verb == "be") {
    if (is_first_singular(agreement)) return "am";
    return is_third_singular(agreement) ? "is" : "are";
  }
  if (!is_third_singular(agreement)) return std::string(verb);
  if (verb == "have") return "has";
  if (ends_in_consonant_y(verb)) return without_last(verb) + "ies";
  return std::string(verb) + (ends_in_sibilant_or_o(verb) ? "es" : "s");
}

std::string english_past(std::string_view verb, std::string_view irregular, Agreement agreement) {
  if (verb == "be") {
    return is_first_singular(agreement) || is_third_singular(agreement) ? "was" : "were";
  }
  if (!irregular.empty()) return std::string(irregular);
  if (ends_in_consonant_y(verb)) return without_last(verb) + "ied";
  return std::string(verb) + (verb.ends_with('e') ? "d" : "ed");
}

std::string english_do(Tense tense, Agreement agreement) {
  return tense == Tense::kPast ? "did" : english_present("do", agreement);
}

std::string english_article(std::string_view next_word) {
  return is_vowel(next_word.front()) ? "an" : "a";
}

std::string english_genitive(std::string_view word, Number number) {
  const bool bare = number == Number::kPlural && word.ends_with('s');
  return std::string(word) + (bare ? "'" : "'s");
}

std::string english_determiner(Determiner determiner, Number number) {
  switch (determiner) {
    case Determiner::kMy:
      return "my";
    case Determiner::kYour:
      return "your";
    case Determiner::kHis:
      return "his";
    case Determiner::kHer:
      return "her";
    case Determiner::kOur:
      return "our";
    case Determiner::kTheir:
      return "their";
    case Determiner::kDefinite:
      return "the";
    case Determiner::kThis:
      return number == Number::kSingular ? "this" : "these";
    case Determiner::kEvery:
      return "every";
    case Determiner::kWhich:
      return "which";
    case Determiner::kSome:
      return "some";
    case Determiner::kMany:
      return "many";
    case Determiner::kHowMany:
      return "how many";
    case Determiner::kNo:
      return "no";
    case Determiner::kNone:
    case Determiner::kIndefinite:
    case Determiner::kNumeral:
      break;
  }
  return "";
}

}  // namespace dragoman::grammar
