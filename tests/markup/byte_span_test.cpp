#include "markup/byte_span.h"

#include "catch.h"

namespace dragoman {
namespace {

TEST_CASE("spans overlap if they share bytes") {
  const ByteSpan span{2, 5};
  CHECK(span.of("0123456") == "234");
  CHECK(span.overlaps({4, 9}));
  CHECK(span.overlaps({0, 3}));
  CHECK(span.overlaps({3, 4}));
  CHECK_FALSE(span.overlaps({5, 6}));
  CHECK_FALSE(span.overlaps({0, 2}));
  CHECK(overlaps_any(span, {{0, 1}, {4, 5}}));
  CHECK_FALSE(overlaps_any(span, {{0, 1}, {6, 7}}));
}

TEST_CASE("occurrences of a part do not overlap") {
  const auto found = occurrences("banana na", "na");
  REQUIRE(found.size() == 3);
  CHECK(found[1].begin == 4);
  CHECK(found[1].end == 6);
  CHECK(occurrences("aaaa", "aaa").size() == 1);
  CHECK(occurrences("", "a").empty());
}

}  // namespace
}  // namespace dragoman
