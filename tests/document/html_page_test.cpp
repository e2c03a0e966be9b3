#include "document/html_page.h"

#include <stdexcept>

#include "catch.h"
#include "translate_document.h"

namespace dragoman {
namespace {

const Dictionary kPageWords = {{"red", "rouge"}, {"dog", "chien"}, {"A", "Un"}, {"Title", "Titre"}};

std::string french_page(const std::string& page, const DocumentOptions& options = {}) {
  return translate_document(*parse_html_page(page, options), kPageWords).text;
}

TEST_CASE("texts of a page are translated, and all else stays") {
  CHECK(french_page(
            "\xef\xbb\xbf<!DOCTYPE html>\n<html lang=\"en\">\n <head>\n  <meta charset=\"utf-8\">\n"
            "  <title>Title</title>\n  <style>red {}</style><script>dog()</script>\n </head>\n"
            "<body>\n <!-- dog -->\n <p>A <b>red</b>\n   dog &amp; A</p>\n</body></html>\n") ==
        "\xef\xbb\xbf<!DOCTYPE html>\n<html lang=\"en\">\n <head>\n  <meta charset=\"utf-8\">\n"
        "  <title>Titre</title>\n  <style>red {}</style><script>dog()</script>\n </head>\n"
        "<body>\n <!-- dog -->\n <p>Un <b>rouge</b>\n   chien &amp; Un</p>\n</body></html>\n");
}

TEST_CASE("a page or a body that is not to be translated stays, also without its end tag") {
  for (const std::string page :
       {"<html translate=\"no\"><head><title>Title</title></head><body><p>A dog</p>",
        "<body class=\"notranslate\"><p>A dog</p>", "<html translate=no><p>A dog</html>"})
    CHECK(french_page(page) == page);
}

TEST_CASE("attributes of a page are translated where that is asked for") {
  const std::string page = "<p title=\"red dog\">A</p>";
  CHECK(french_page(page) == "<p title=\"red dog\">Un</p>");
  CHECK(french_page(page, {.attributes = true}) == "<p title=\"rouge chien\">Un</p>");
}

TEST_CASE("broken pages come out as they came in but for their texts") {
  CHECK(french_page("<p>A <b>dog<p>A</i> <!-- dog") == "<p>Un <b>chien<p>Un</i> <!-- dog");
  CHECK(french_page("") == "");
  CHECK(french_page("dog") == "chien");
}

TEST_CASE("pages in other charsets are refused") {
  CHECK_THROWS_AS(french_page("<meta charset=\"iso-8859-1\">"), std::invalid_argument);
  CHECK_THROWS_AS(french_page("<meta http-equiv=Content-Type content='text/html; charset=big5'>"),
                  std::invalid_argument);
  CHECK_THROWS_AS(french_page("a\n\xff"), std::invalid_argument);
  CHECK(french_page("<meta charset=\" UTF-8 \">A") == "<meta charset=\" UTF-8 \">Un");
  CHECK(french_page("<meta name=x content='charset=big5'>A") ==
        "<meta name=x content='charset=big5'>Un");
}

}  // namespace
}  // namespace dragoman
