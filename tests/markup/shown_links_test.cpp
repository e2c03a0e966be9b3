#include "markup/shown_links.h"

#include "catch.h"
#include "markup/marked_text.h"
#include "markup/text_tokens.h"
#include "markup/word_links.h"
#include "random_fragments.h"

namespace dragoman {
namespace {

using Links = std::vector<std::pair<int32_t, int32_t>>;

const MarkupOptions kProtectingLine{.syntax = MarkupSyntax::kPlain, .kept_spans = protected_spans};

Links pairs(const std::vector<TokenLink>& links) {
  Links found;
  for (const TokenLink& link : links) found.emplace_back(link.source, link.target);
  return found;
}

/// The same words, each linked with itself.
PlainTranslation repeated(const std::string& plain) {
  PlainTranslation same{plain, {}};
  const auto num_tokens = static_cast<int32_t>(text_tokens(plain).size());
  for (int32_t i = 0; i < num_tokens; ++i) same.links.push_back({i, i});
  const auto num_words = static_cast<int32_t>(link_words(plain).size());
  for (int32_t i = 0; i < num_words; ++i) same.word_links.push_back({i, i});
  return same;
}

Links diagonal(int32_t size) {
  Links links;
  for (int32_t i = 0; i < size; ++i) links.emplace_back(i, i);
  return links;
}

}  // namespace

TEST_CASE("a part that replaces words has links with itself only") {
  const MarkedText text("see https://e.org/a now", kProtectingLine);
  // Tokens: see https : / / e . org / a now
  const auto found = text.translated_with_links({{"voir le site maintenant",
                                                  {{0, 0}, {1, 1}, {3, 2}, {10, 3}},
                                                  {},
                                                  0,
                                                  {{0, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 3}}}});
  CHECK(found.text == "voir https://e.org/a maintenant");
  CHECK(pairs(found.word_links) == Links{{0, 0}, {1, 1}, {2, 2}});
}

TEST_CASE("a kept element has the links of its own words") {
  const MarkedText text("one <code>the big house</code> two", {});
  const auto found = text.translated_with_links({{"un la maison deux",
                                                  {{0, 0}, {1, 1}, {3, 2}, {4, 3}},
                                                  {},
                                                  0,
                                                  {{0, 0}, {1, 1}, {2, 1}, {3, 2}, {4, 3}}}});
  CHECK(found.text == "un <code>the big house</code> deux");
  CHECK(pairs(found.word_links) == diagonal(5));
}

TEST_CASE("links count the words that are written, also between sentences") {
  const MarkedText text("<p>see <code>a b c</code></p><pre>x\ny</pre><style>p {}</style><p>two</p>",
                        {});
  const auto found = text.translated_with_links(
      {{"voir a", {{0, 0}, {1, 1}}, {}, 0, {{0, 0}, {1, 1}}}, {"deux", {{0, 0}}, {}, 0, {{0, 0}}}});
  CHECK(found.text ==
        "<p>voir <code>a b c</code></p><pre>x\ny</pre><style>p {}</style><p>deux</p>");
  CHECK(pairs(found.word_links) == diagonal(7));
}

TEST_CASE("words of the source are those of the given line") {
  const MarkedText text("x12y z", {.syntax = MarkupSyntax::kPlain, .protected_spans = {{1, 3}}});
  REQUIRE(text.plain() == std::vector<std::string>{"x 12 y z"});
  const auto found = text.translated_with_links({repeated("x 12 y z")});
  CHECK(found.text == "x 12 y z");
  CHECK(pairs(found.word_links) == Links{{0, 0}, {0, 1}, {0, 2}, {1, 3}});
}

TEST_CASE("links of symbols are those of the words that they stand for") {
  MarkupOptions options;
  options.symbols = {"⟨1⟩"};
  const MarkedText text("see <code>a b</code>, now", options);
  REQUIRE(text.plain() == std::vector<std::string>{"see ⟨1⟩, now"});
  const auto found = text.translated_with_links(
      {{"⟨1⟩ maintenant voir", {}, {}, 0, {{1, 0}, {2, 1}, {1, 2}, {0, 2}}}});
  CHECK(found.text == "<code>a b</code> maintenant voir");
  CHECK(pairs(found.word_links) == Links{{0, 3}, {1, 0}, {1, 3}, {2, 1}, {2, 3}, {3, 2}});
}

TEST_CASE("links of a long element that stays take memory linear in its words") {
  constexpr int32_t kWords = 20000;
  std::string text = "The <code>";
  for (int32_t i = 0; i < kWords; ++i) text += "w" + std::to_string(i) + " ";
  const MarkedText marked(text + "</code>cat", {});
  const auto found = marked.translated_with_links({repeated(marked.plain()[0])});
  CHECK(pairs(found.word_links) == diagonal(kWords + 2));
}

TEST_CASE("texts of attributes have no links") {
  const MarkedText text("<p>two <img alt=\"a dog\"/> dogs</p>", {.attributes = true});
  const auto found = text.translated_with_links(
      {{"deux chiens", {{0, 0}, {1, 1}}, {}, 0, {{0, 0}, {1, 1}}}, repeated("a dog")});
  CHECK(found.text == "<p>deux <img alt=\"a dog\"/> chiens</p>");
  CHECK(pairs(found.word_links) == diagonal(2));
}

TEST_CASE("a translation into the same words links each word with itself") {
  RandomFragments random(6);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = random.whole();
    const MarkedText marked(text, {});
    std::vector<PlainTranslation> same;
    for (const std::string& plain : marked.plain()) same.push_back(repeated(plain));
    const auto found = marked.translated_with_links(same);
    INFO(text);
    INFO(found.text);
    if (found.text != text) continue;
    REQUIRE(pairs(found.word_links) ==
            diagonal(static_cast<int32_t>(
                found.word_links.empty() ? 0 : found.word_links.back().target + 1)));
  }
}

}  // namespace dragoman
