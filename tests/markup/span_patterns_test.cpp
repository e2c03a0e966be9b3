#include "markup/span_patterns.h"

#include <stdexcept>

#include "catch.h"
#include "markup/marked_text.h"
#include "markup/text_tokens.h"
#include "threads/cancellation.h"

namespace dragoman {
namespace {

using Names = std::vector<std::string>;

Names found_by(const Names& names, const std::string& text) {
  Names found;
  for (const ByteSpan& span : SpanPatterns(names).find(text)) found.emplace_back(span.of(text));
  return found;
}

std::string refusal_of(const Names& names) {
  try {
    const SpanPatterns made(names);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

/// The translation where words keep their places; `text` is protected by `options`.
std::string translated(const std::string& text, const MarkupOptions& options,
                       const std::string& translation) {
  const MarkedText marked(text, options);
  REQUIRE(marked.plain().size() == 1);
  PlainTranslation plain{.text = translation, .links = {}};
  const size_t size =
      std::min(text_tokens(marked.plain()[0]).size(), text_tokens(translation).size());
  for (size_t i = 0; i < size; ++i)
    plain.links.push_back({static_cast<int32_t>(i), static_cast<int32_t>(i)});
  return marked.translated({plain});
}

}  // namespace

TEST_CASE("expressions and what is protected by default are found together") {
  CHECK(found_by({"default", "[A-Z]+-\\d+"}, "AB-1 and %s, CD-22") == Names{"AB-1", "%s", "CD-22"});
  CHECK(found_by({"\\d+", "\\d+ km"}, "5 km, 6 m") == Names{"5 km", "6"});
  CHECK(found_by({"\\p{Greek}+"}, "a \u03b1\u03b2 b") == Names{"\u03b1\u03b2"});
  CHECK(found_by({"none"}, "%s").empty());
  CHECK(found_by({}, "%s").empty());
  CHECK(SpanPatterns({"none"}).empty());
  CHECK(found_by({"\\b"}, "a b").empty());
}

TEST_CASE("matches after an empty one are found") {
  CHECK(found_by({"\\b[0-9]*"}, "12 dogs and 13 cats") == Names{"12", "13"});
  CHECK(found_by({"\\b[0-9]*"}, "a \u00e4\u00e4 \U0001F600 13") == Names{"13"});
  CHECK(found_by({"\\b\\pL?"}, "\u00e4 b") == Names{"b"});
}

TEST_CASE("an invalid expression is refused by its name") {
  CHECK_THAT(refusal_of({"a("}), ContainsSubstring("search.protect: `a(` is neither none nor"));
  CHECK_THAT(refusal_of({"a*"}), ContainsSubstring("matches where there is no text"));
  CHECK_THAT(refusal_of({"none", "default"}), ContainsSubstring("none cannot be combined"));
  CHECK_THAT(refusal_of({"(?:(?:(?:a{1000}){1000}){1000})"}), ContainsSubstring("`"));
  CHECK_THAT(refusal_of(Names(101, "a")), ContainsSubstring("may have 100"));
}

TEST_CASE("expressions that take others an age take no time") {
  const std::string text(20000, 'a');
  CHECK(found_by({"(a+)+b"}, text).empty());
}

TEST_CASE("a search with very many matches can be cancelled") {
  const SpanPatterns patterns({"a(?:[^z]*z0)?", "a(?:[^z]*z1)?"});
  const Cancellation cancellation([] { return false; });
  CHECK_THROWS_AS(patterns.find(std::string(50000, 'a')), Cancelled);
}

TEST_CASE("a protected word stays once, and as often beside it as the source has it unprotected") {
  MarkupOptions options{.syntax = MarkupSyntax::kPlain};
  options.protected_spans = {{4, 8}};
  CHECK(translated("see Word now", options, "sieh Word Word jetzt") == "sieh Word jetzt");
  CHECK(translated("see Word now", options, "sieh Wort jetzt") == "sieh Word jetzt");
  CHECK(translated("see Word or Word", options, "sieh Word oder Word") == "sieh Word oder Word");
}

TEST_CASE("spans in markup are bytes of the fragment, and in text alone") {
  MarkupOptions options{.syntax = MarkupSyntax::kHtml};
  options.protected_spans = {{11, 14}};
  CHECK(translated("<b>one</b> two three", options, "eins zwei drei") == "<b>eins</b> two drei");
  for (const ByteSpan& wrong : {ByteSpan{1, 2}, {5, 12}, {0, 4}}) {
    options.protected_spans = {wrong};
    CHECK_THROWS_AS(MarkedText("<b>one</b> two three", options), std::invalid_argument);
  }
}

}  // namespace dragoman
