#include "io/escaped_text.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("control characters are escaped, and other characters stay") {
  using std::string_literals::operator""s;
  CHECK(escape_controls("a\0b\n\x7F"s) == R"(a\u0000b\u000a\u007f)");
  CHECK(escape_controls("Straße \\ `😀`") == "Straße \\ `😀`");
  CHECK(escape_controls("").empty());
}

TEST_CASE("a long text is quoted in brief, by whole characters") {
  const std::string whole(80, 'a');
  CHECK(in_brief(whole) == whole);
  CHECK(in_brief(whole + "b") == whole + "...");
  CHECK(in_brief(whole.substr(1) + "\u00e4b") == whole.substr(1) + "...");
  CHECK(in_brief("").empty());
  CHECK(in_backquotes("a\tb") == "`a\\u0009b`");
  CHECK(in_backquotes(whole + "b") == "`" + whole + "...`");
}

}  // namespace dragoman
