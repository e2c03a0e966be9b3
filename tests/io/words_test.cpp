#include "io/words.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("words are what white space parts") {
  CHECK(split_words(" a\tbc  d\r") == std::vector<std::string_view>{"a", "bc", "d"});
  CHECK(split_words("").empty());
  CHECK(split_words(" \t ").empty());
}

}  // namespace dragoman
