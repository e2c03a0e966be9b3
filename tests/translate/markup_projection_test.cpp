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

TEST_CASE("tags of blocks separate words") {
  CHECK(strip_markup("a man<br>a dog") == "a man a dog");
  CHECK(strip_markup("<td>a<td>b") == "a b");
  CHECK(strip_markup("<h1>a</h1>\"b\"<ul><li>c.<li> (d)<hr></ul>") == "a \"b\" c. (d)");
  CHECK(strip_markup("a<pre>b</pre>c<code>d<br>e</code>f") == "a b c d e f");
  CHECK(strip_markup("a<br> <br>&nbsp;b<b>c</b>") == "a \u00a0bc");
  CHECK(strip_markup("a<br/>b", {.markup = Markup::kXml}) == "ab");
  const std::vector<AlignmentLink> links = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
  const std::string german = "ein Mann ein Hund";
  CHECK(project_markup("a man<br>a dog", german, links) == "ein Mann<br>ein Hund");
  CHECK(project_markup("a man <br>a dog", german, links) == "ein Mann <br>ein Hund");
  CHECK(project_markup("<ul><li>a man<li>a dog</ul>", german, links) ==
        "<ul><li>ein Mann<li>ein Hund</ul>");
  CHECK(project_markup("<p>a man</p><p><b>a</b> dog</p>", german, links) ==
        "<p>ein Mann</p><p><b>ein</b> Hund</p>");
  CHECK(project_markup("a man<pre>a dog</pre>", german, links) == "ein Mann <pre>a dog</pre>");
}

TEST_CASE("a kept element stays whole, also what would be translated in it") {
  const std::string kept = "<p translate=\"no\">Acme <b translate=\"yes\">a red shirt</b> Inc</p>";
  CHECK(strip_markup(kept + " is here.") == "Acme a red shirt Inc is here.");
  CHECK(project_markup(kept + " is here.", "Acme a red shirt Inc ist hier.",
                       {{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, 4}, {5, 5}, {6, 6}}) ==
        kept + " ist hier.");
  CHECK(project_markup(kept, "ein rotes Hemd", {{1, 0}, {2, 1}, {3, 2}}) == kept);
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
