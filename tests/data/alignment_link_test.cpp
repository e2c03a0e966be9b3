#include "data/alignment_link.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("links are read as they are written, whatever white space parts them") {
  const std::vector<AlignmentLink> links{{0, 0}, {12, 3}, {1, 2147483647}};
  CHECK(parse_pharaoh(to_pharaoh(links), "f:1") == links);
  CHECK(parse_pharaoh("  0-0\t12-3  1-2147483647 ", "f:1") == links);
  CHECK(parse_pharaoh("", "f:1").empty());
  CHECK(parse_pharaoh(" ", "f:1").empty());
}

TEST_CASE("what is no link is named with its place") {
  for (const char* word :
       {"0", "0-", "-0", "0-1-2", "0--1", "a-0", "0?1", "0-1,", "0-2147483648"}) {
    CHECK_THROWS_WITH(
        parse_pharaoh("0-0 " + std::string(word), "f:7"),
        "f:7: `" + std::string(word) + "` is no link of an alignment, which is written as 0-0 1-2");
  }
}

TEST_CASE("of long and of binary words a message shows the beginning, in visible characters") {
  CHECK_THROWS_WITH(parse_pharaoh(std::string(100000, '9') + "-0", "f:1"),
                    "f:1: `" + std::string(30, '9') +
                        "...` is no link of an alignment, which is written as 0-0 1-2");
  CHECK_THROWS_WITH(parse_pharaoh(std::string("a\0\x7f\xc3\xa4", 5), "f:1"),
                    ContainsSubstring("f:1: `a????` is no link"));
}

}  // namespace dragoman
