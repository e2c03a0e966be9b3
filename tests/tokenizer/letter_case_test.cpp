#include "tokenizer/letter_case.h"

#include "catch.h"
#include "tokenizer/unicode_text.h"

namespace dragoman {
namespace {

std::string upper(std::string_view text, const std::string& language = "") {
  return in_case(text, LetterCase::kUpper, language);
}
std::string title(std::string_view text, const std::string& language = "") {
  return in_case(text, LetterCase::kTitle, language);
}
std::string lower(std::string_view text, const std::string& language = "") {
  return in_case(text, LetterCase::kLower, language);
}

}  // namespace

TEST_CASE("capitals are Unicode's, and those of a language that has its own") {
  CHECK(upper("Straße, 3 ﬁne ideas: été") == "STRASSE, 3 FINE IDEAS: ÉTÉ");
  CHECK(upper("istanbul ılık", "tr") == "İSTANBUL ILIK");
  CHECK(upper("istanbul", "tr-TR") == "İSTANBUL");
  CHECK(upper("istanbul") == "ISTANBUL");
  CHECK(upper("Μαΐου", "el") == "ΜΑΪΟΥ");
  CHECK(upper("istanbul", "no such language") == "ISTANBUL");
  CHECK(lower("ΛΌΓΟΣ, I") == "λόγος, i");
  CHECK(lower("IĞDIR", "tr") == "ığdır");
}

TEST_CASE("lower case does not depend on a language, but on the place in a word") {
  CHECK(to_lowercase("ΛΌΓΟΣ ΣΟΦΌΣ. İI ẞ ǅ") == "λόγος σοφός. i\u0307i ß ǆ");
  CHECK(to_lowercase("\xffÄ") == "\xffä");
}

TEST_CASE("in title case each word has a capital and keeps its other letters") {
  CHECK(title("a man in an NBA t-shirt doesn't run") == "A Man In An NBA T-shirt Doesn't Run");
  CHECK(title("(the \"quick\" 3rd  émile\t¿qué") == "(The \"Quick\" 3rd  Émile\t¿Qué");
  CHECK(title("ijs istanbul", "nl") == "IJs Istanbul");
  CHECK(title("istanbul", "tr") == "İstanbul");
  CHECK(title("one\u3000two\u00a0three") == "One\u3000Two\u00a0Three");
  CHECK(title("ǆ") == "ǅ");
}

TEST_CASE("text without letters, none at all and broken text are no trouble") {
  for (const auto letter_case : {LetterCase::kLower, LetterCase::kTitle, LetterCase::kUpper}) {
    CHECK(in_case("", letter_case, "de").empty());
    CHECK(in_case(" 12 世界  \t", letter_case, "") == " 12 世界  \t");
    CHECK(in_case("1\xff\xc3", letter_case, "") == "1\xff\xc3");
    CHECK(in_case(std::string(100000, '-'), letter_case, "").size() == 100000);
  }
}

}  // namespace dragoman
