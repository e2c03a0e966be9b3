#include "data/text_transformer.h"

#include <map>

#include "catch.h"

namespace dragoman {
namespace {

DataSettings shares(double upper, double title, double lower) {
  DataSettings settings;
  settings.augment.upper = upper;
  settings.augment.title = title;
  settings.augment.lower = lower;
  return settings;
}

}  // namespace

TEST_CASE("text is changed as often as the shares say, on both sides alike") {
  const TextTransformer transformer(shares(0.2, 0.1, 0.3), {});
  std::map<std::string, int> counts;
  for (uint64_t key = 0; key < 10000; ++key) {
    const auto pair = transformer.transform({"A man", "Ein Mann"}, key);
    ++counts[pair ? pair->source + "|" + pair->target : "plain"];
  }
  CHECK(counts.size() == 4);
  CHECK(counts["A MAN|EIN MANN"] == Approx(2000).margin(150));
  CHECK(counts["A Man|Ein Mann"] == Approx(1000).margin(150));
  CHECK(counts["a man|ein mann"] == Approx(3000).margin(150));
  CHECK(counts["plain"] == Approx(4000).margin(150));
}

TEST_CASE("what becomes of a pair is a function of its text and the key") {
  const TextTransformer transformer(shares(0.3, 0.3, 0.3), {}), again(shares(0.3, 0.3, 0.3), {});
  for (uint64_t key = 0; key < 100; ++key) {
    const auto one = transformer.transform({"ab cd", "EF gh"}, key);
    const auto other = again.transform({"ab cd", "EF gh"}, key);
    REQUIRE(one.has_value() == other.has_value());
    if (one) CHECK((one->source == other->source && one->target == other->target));
  }
}

TEST_CASE("each side has the capitals of its language") {
  DataSettings settings = shares(1, 0, 0);
  settings.source_language = "tr";
  const auto pair = TextTransformer(settings, {}).transform({"bir", "it is", {{0, 1}}}, 1);
  REQUIRE(pair);
  CHECK(pair->source == "BİR");
  CHECK(pair->target == "IT IS");
  CHECK(pair->links == std::vector<AlignmentLink>{{0, 1}});
}

TEST_CASE("symbols stay as they are, the longest one where several begin") {
  const TextTransformer transformer(shares(1, 0, 0), {"<2de>", "<x", "<x>", "<x>"});
  const auto pair = transformer.transform({"<2de> one<x>two <x three <2fr>", "<x><x>a<2de>"}, 1);
  REQUIRE(pair);
  CHECK(pair->source == "<2de> ONE<x>TWO <x THREE <2FR>");
  CHECK(pair->target == "<x><x>A<2de>");
}

TEST_CASE("with no shares no text is changed") {
  CHECK(!shares(0, 0, 0).augment.any());
  CHECK(shares(0, 0.1, 0).augment.any());
  const TextTransformer transformer(shares(0, 0, 0), {});
  for (uint64_t key = 0; key < 100; ++key) CHECK(!transformer.transform({"a", "b"}, key));
}

}  // namespace dragoman
