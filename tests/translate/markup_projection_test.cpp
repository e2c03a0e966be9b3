#include "translate/markup_projection.h"

#include "catch.h"

namespace dragoman {
namespace {

constexpr const char* kFragment = "a <b>black</b> <i>dog</i>.";

}  // namespace

TEST_CASE("the text of a fragment has no tags, and its tokens are words where that is wanted") {
  CHECK(strip_markup("a &lt; <b>b</b>,") == "a < b,");
  CHECK(strip_markup("a &lt; <b>b</b>,", {.tokens = true}) == "a < b ,");
  CHECK(strip_markup("a &lt; <b>b</b>,", {.markup = Markup::kNone}) == "a &lt; <b>b</b>,");
  CHECK(strip_markup("<br>") == "");
}

TEST_CASE("tags go where the linked words are, in words or in tokens") {
  CHECK(project_markup(kFragment, "un chien noir.", {{0, 0}, {1, 2}, {2, 1}}) ==
        "un <i>chien</i> <b>noir</b>.");
  CHECK(project_markup(kFragment, "un chien noir.", {{0, 0}, {1, 2}, {2, 1}, {3, 3}},
                       {.tokens = true}) == "un <i>chien</i> <b>noir</b>.");
  CHECK(project_markup("<x>a</x>", "b & c", {{0, 0}}, {.markup = Markup::kXml}) ==
        "<x>b &amp; c</x>");
  CHECK(project_markup("<br>", "", {}) == "<br>");
}

TEST_CASE("a translation of tags without words follows them, unless they keep text") {
  CHECK(project_markup("<i></i>", "Hallo", {}) == "<i></i>Hallo");
  CHECK(project_markup("", "Hallo & Welt", {}) == "Hallo &amp; Welt");
  CHECK(project_markup("<br> &nbsp;", "a < b", {}) == "<br> &nbsp;a &lt; b");
  CHECK(project_markup("<x/>", "Hallo", {}, {.markup = Markup::kXml}) == "<x/>Hallo");
  CHECK(project_markup("<br>", " ", {}) == "<br>");
  CHECK(project_markup("<code>x</code>", "Hallo", {}) == "<code>x</code>");
}

TEST_CASE("links of words that do not exist are refused") {
  const auto error = [](const AlignmentLink& link, const MarkupProjectionOptions& options = {}) {
    try {
      project_markup(kFragment, "un chien", {{0, 0}, link}, options);
    } catch (const std::invalid_argument& refused) {
      return std::string(refused.what());
    }
    return std::string();
  };
  CHECK_THAT(error({3, 0}), ContainsSubstring("no link 3-0, since the pair has 3 source and 2"));
  CHECK_THAT(error({0, 2}), ContainsSubstring("no link 0-2"));
  CHECK_THAT(error({-1, 0}), ContainsSubstring("no link -1-0"));
  CHECK(error({3, 0}, {.tokens = true}) == "");
  CHECK_THAT(error({4, 0}, {.tokens = true}), ContainsSubstring("has 4 source and 2"));
  CHECK_THAT(error({0, 0}, {.markup = Markup::kNone}), ContainsSubstring("name html or xml"));
}

}  // namespace dragoman
