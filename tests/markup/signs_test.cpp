#include <string>
#include <vector>

#include "catch.h"
#include "markup/marked_text.h"
#include "word_for_word.h"

namespace dragoman {

TEST_CASE("a link or button without letters stays, and without digits it is not read") {
  const auto read = [](const std::string& text) { return MarkedText(text, {}).plain(); };
  using Plain = std::vector<std::string>;
  CHECK(read("<h1>A dog<a href=#x>&para;</a></h1>") == Plain{"A dog"});
  CHECK(read("<button><i>\u00d7</i></button> A dog") == Plain{"A dog"});
  CHECK(read("A dog<sup><a href=#n>[1]</a></sup>.") == Plain{"A dog[1]."});
  CHECK(read("A <a>dog 1</a> <b>\u00d7</b>") == Plain{"A dog 1 \u00d7"});
  CHECK(read("A<button>\u00d7</button>dog") == Plain{"A dog"});
  CHECK(read("<a name=x></a>A <a><img></a>dog") == Plain{"A dog"});

  const MarkedText heading("<h1>A dog<a href=#x>\u00b6</a></h1>", {});
  CHECK(heading.translated({{"Un petit chien", {{0, 0}, {1, 2}}}}) ==
        "<h1>Un petit chien<a href=#x>\u00b6</a></h1>");
  const MarkedText note("A dog<sup><a href=#n>1</a></sup> runs", {});
  CHECK(note.plain() == Plain{"A dog 1 runs"});
  CHECK(note.translated({{"Un chien court", {{0, 0}, {1, 1}, {3, 2}}}})
            .find("<sup><a href=#n>1</a></sup>") != std::string::npos);
}

TEST_CASE("attributes of a link or button without letters are translated") {
  const Dictionary words = {{"dog", "chien"}, {"cat", "chat"}};
  const auto translated = [&](const std::string& text) {
    return translate_words(text, {.attributes = true}, words);
  };
  CHECK(translated("<h1>dog<a title=\"cat\">\u00b6</a></h1>") ==
        "<h1>chien<a title=\"chat\">\u00b6</a></h1>");
  CHECK(translated("<button title=\"cat\"><i title='dog'>\u00d7</i></button>") ==
        "<button title=\"chat\"><i title='chien'>\u00d7</i></button>");
  CHECK(translated("<p title=\"dog\">dog</p><a title=\"cat\">1</a>") ==
        "<p title=\"chien\">chien</p><a title=\"chat\">1</a>");
  const std::string kept = "<a translate=\"no\" title=\"cat\">\u00b6</a>";
  CHECK(translated(kept) == kept);
}

}  // namespace dragoman
