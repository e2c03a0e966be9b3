#include "io/escaped_text.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("control characters are escaped, and other characters stay") {
  using std::string_literals::operator""s;
  CHECK(escape_controls("a\0b\n\x7F"s) == R"(a\u0000b\u000a\u007f)");
  CHECK(escape_controls("Straße \\ `😀`") == "Straße \\ `😀`");
  CHECK(escape_controls("").empty());
}

}  // namespace dragoman
