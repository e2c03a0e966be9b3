#include "io/ascii.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("only ASCII has letters and digits of ASCII") {
  CHECK((is_ascii_letter('a') && is_ascii_letter('Z') && !is_ascii_letter('@')));
  CHECK((is_ascii_digit('0') && is_ascii_alphanumeric('9') && !is_ascii_alphanumeric('_')));
  CHECK((!is_ascii_alphanumeric('\xe4') && !is_ascii_alphanumeric(U'\u00e4')));
  CHECK(to_ascii_lowercase("[AZ\u00c4]") == "[az\u00c4]");
  CHECK(to_ascii_uppercase("{az\u00e4}") == "{AZ\u00e4}");
}

}  // namespace dragoman
