#include <array>

#include "catch.h"
#include "io/random.h"
#include "translate_any_document.h"

namespace dragoman {
namespace {

constexpr const char* kPo =
    "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n#, fuzzy, c-format\n"
    "msgid \"%s of %d <b>files</b>\\n\"\nmsgstr \"\"\n\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n\n"
    "msgctxt \"menu\"\nmsgid \"_Open\"\nmsgid_plural \"_Opens\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
constexpr const char* kXliff =
    "<?xml version=\"1.0\"?><xliff version=\"1.2\"><file><body><trans-unit id=\"1\">\n <source>A "
    "<g id=\"1\">b</g> <bx id=\"2\"/>c<ex id=\"2\"/></source>\n</trans-unit><trans-unit "
    "translate=\"no\"><source>x</source><target/></trans-unit></body></file></xliff>";
constexpr const char* kSrt =
    "1\r\n00:00:01,000 --> 00:00:02,000\r\n{\\an8}<i>One line\r\nand two</i>\r\n\r\n2\r\n"
    "00:00:03,000 --> 00:00:04,000\r\n- Who is it,\r\n- me\r\n\r\n3\r\n00:00:05,000 --> "
    "00:00:06,000\r\nand nobody else.\r\n";
constexpr const char* kHtml =
    "<!DOCTYPE html><html lang=\"en\"><head><title>A title</title><style>b {}</style></head>"
    "<body><!-- c --><p>One <b>two</b> &amp; three.<br>Four<script>a()</script></body></html>";

/// A text with some bytes of it, or of signs of a format, in other places.
std::string changed(std::string text, RandomSequence& random) {
  const auto below = [&](size_t count) { return static_cast<size_t>(random.next() >> 11) % count; };
  constexpr std::array<std::string_view, 12> kSigns = {
      "\"", "\\", "\n", "<", "</source>", "-->", "msgstr", "&", "\n\n", "<!--", "#,", "%s"};
  for (size_t i = below(5); i > 0 && !text.empty(); --i) {
    const size_t at = below(text.size());
    switch (below(4)) {
      case 0:
        text.erase(at, below(20));
        break;
      case 1:
        text.insert(at, kSigns[below(kSigns.size())]);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), below(30)));
        break;
      default:
        text.resize(at + 1);
    }
  }
  return text;
}

TEST_CASE("the fuzz target's checks hold for documents changed at random") {
  RandomSequence random(7);
  for (int i = 0; i < 1500; ++i) {
    for (const char* document : {kPo, kXliff, kSrt, kHtml}) {
      const std::string text = "seed" + std::to_string(1000 + i) + changed(document, random);
      translate_any_document(reinterpret_cast<const uint8_t*>(text.data()), text.size());
    }
  }
  SUCCEED("the program goes on");
}

}  // namespace
}  // namespace dragoman
