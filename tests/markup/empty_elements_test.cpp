#include <string>
#include <vector>

#include "catch.h"
#include "markup/marked_text.h"
#include "markup/tag_scanner.h"
#include "word_for_word.h"

namespace dragoman {
namespace {

const Dictionary kPetWords = {{"dog", "chien"}, {"cat", "chat"}, {"red", "rouge"}};

std::string with_french_pets(const std::string& text) {
  return translate_words(text, {.syntax = MarkupSyntax::kHtml}, kPetWords);
}

}  // namespace

TEST_CASE("an empty element of a drawing ends at its /> and hides no text behind it") {
  for (const std::string drawing :
       {"<svg><title/><path d=\"M0\"/></svg>", "<svg><path d=\"M0\"/><title/></svg>",
        "<svg><script/><style/></svg>", "<math><mi><title/></mi></math>", "<svg/>",
        "<svg><foreignObject><title>a<b</title></foreignObject><title/></svg>",
        "<svg><title>dog</title></svg>"}) {
    CHECK(with_french_pets(drawing + "<h1>dog</h1><p>a <b>cat</b></p><title>dog</title>") ==
          drawing + "<h1>chien</h1><p>a <b>chat</b></p><title>chien</title>");
  }
}

TEST_CASE("CDATA of a drawing ends at ]]>, and a block ends a drawing that nothing ends") {
  const std::string drawing = "<svg><style><![CDATA[ a > b <p> ]]></style></svg>";
  CHECK(with_french_pets(drawing + "<p>dog</p>") == drawing + "<p>chien</p>");
  for (const Piece& piece :
       scan_tags("<div><svg></div><p>dog</p><title>a <b>cat</title>", MarkupSyntax::kHtml))
    CHECK(piece.name != "b");
  const std::string note = "<svg><desc>x</desc><title>x</title><title/></svg>";
  CHECK(with_french_pets(note + "<title>red</title>") == note + "<title>rouge</title>");
}

TEST_CASE("a title that nothing ends takes in no tags") {
  const MarkedText text("<p>dog</p><title>a <p>red <b>cat</b></p>", {});
  CHECK(text.plain() == std::vector<std::string>{"dog", "a", "red cat"});
  CHECK(text.translated({{"chien", {}}, {"un", {}}, {"chat rouge", {{0, 1}, {1, 0}}}}) ==
        "<p>chien</p><title>un <p><b>chat</b> rouge</p>");
  CHECK(with_french_pets("<textarea>dog <i>cat</i>") == "<textarea>chien <i>chat</i>");
}

TEST_CASE("in XHTML every element may end at its />") {
  const std::string head = "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head>";
  const std::string body = "</head><body><p>red <a id=\"x\"/>dog</p><script>dog()</script>";
  for (const std::string begin :
       {"<?xml version=\"1.0\"?>\n",
        "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\" \"xhtml1-strict.dtd\">\n"}) {
    const MarkedText page(begin + head + "<title/><script src=\"x.js\"/>" + body, {});
    CHECK(page.plain() == std::vector<std::string>{"red dog"});
    CHECK(page.translated({{"le chien", {{0, 0}, {1, 1}}}}) ==
          begin + head +
              "<title/><script src=\"x.js\"/></head><body><p>le <a id=\"x\"/>chien</p>"
              "<script>dog()</script>");
  }
}

}  // namespace dragoman
