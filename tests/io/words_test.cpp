#include "io/words.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("words are what white space parts") {
  CHECK(split_words(" a\tbc  d\r") == std::vector<std::string_view>{"a", "bc", "d"});
  for (const char space : kWhiteSpace) {
    CAPTURE(static_cast<int>(space));
    CHECK(split_words(std::string("a") + space + "b").size() == 2);
  }
  for (const char other : {'\b', '\x0e', '\x1f', '!', '\xa0'}) {
    CAPTURE(static_cast<int>(other));
    CHECK(split_words(std::string("a") + other + "b").size() == 1);
  }
  CHECK(split_words("").empty());
  CHECK(split_words(" \t ").empty());
}

}  // namespace dragoman
