#include "io/settings_set.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("--set: what nests too deeply is text") {
  CHECK(json_or_text("[[1]]").is_array());
  CHECK(json_or_text(std::string(100000, '[') + std::string(100000, ']')).is_string());
}

TEST_CASE("--set: numbers need no digit before or behind the point, and zeros may lead") {
  CHECK(number_or_text(".25") == 0.25);
  CHECK(number_or_text("-.5") == -0.5);
  CHECK(number_or_text("+.5") == 0.5);
  CHECK(number_or_text("5.") == 5);
  CHECK(number_or_text(".5e1") == 5.0);
  CHECK(number_or_text("1e3") == 1000.0);
  CHECK(number_or_text("007") == 7);
  CHECK(number_or_text("-00.5") == -0.5);
  CHECK(number_or_text("00") == 0);
  CHECK(number_or_text("null").is_null());
  for (const std::string text :
       {"", ".", "-.", "+", "true.", "[1].", "..5", "1.5.", "nan", "0x7", "00x"}) {
    CHECK(number_or_text(text) == text);
  }
}

}  // namespace dragoman
