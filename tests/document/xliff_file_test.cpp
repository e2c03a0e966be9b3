#include "document/xliff_file.h"

#include <chrono>
#include <stdexcept>

#include "catch.h"
#include "translate_document.h"

namespace dragoman {
namespace {

const Dictionary kUnitWords = {
    {"red", "rouge"}, {"dog", "chien"}, {"a", "un"}, {"Press", "Appuyez"}};

TranslatedDocument french_units(const std::string& text, const DocumentOptions& options = {}) {
  return translate_document(*parse_xliff_file(text, options), kUnitWords);
}

std::string in_file(const std::string& unit) {
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<xliff version=\"1.2\"><file><body>\n" +
         unit + "\n</body></file></xliff>\n";
}

std::string in_file_2(const std::string& unit) {
  return "<xliff version=\"2.0\" srcLang=\"en\" trgLang=\"fr\"><file id=\"f\">\n" + unit +
         "\n</file></xliff>\n";
}

TEST_CASE("a target is put after its source, with the same indentation") {
  CHECK(french_units(in_file("<trans-unit id=\"1\">\n  <source>a dog</source>\n  <note>x</note>\n"
                             "</trans-unit>"))
            .text ==
        in_file("<trans-unit id=\"1\">\n  <source>a dog</source>\n  <target>un chien</target>\n"
                "  <note>x</note>\n</trans-unit>"));
  CHECK(
      french_units(in_file("<trans-unit><source>a</source><seg-source>a</seg-source></trans-unit>"))
          .text ==
      in_file("<trans-unit><source>a</source><seg-source>a</seg-source><target>un</target>"
              "</trans-unit>"));
  CHECK(french_units(in_file("<x:trans-unit><x:source>a</x:source></x:trans-unit>")).text ==
        in_file("<x:trans-unit><x:source>a</x:source><x:target>un</x:target></x:trans-unit>"));
}

TEST_CASE("a reference behind a URL stays whole") {
  CHECK(french_units(in_file("<trans-unit><source>a &apos;http://e.org/c&apos;, red"
                             "</source></trans-unit>"))
            .text.find("<target>un &apos;http://e.org/c&apos;, rouge</target>") !=
        std::string::npos);
}

TEST_CASE("parts protected by name stay in units, too") {
  DocumentOptions options;
  options.kept_spans = [](std::string_view text) {
    const size_t at = text.find("red dog");
    return at == std::string_view::npos ? std::vector<ByteSpan>{}
                                        : std::vector<ByteSpan>{{at, at + 7}};
  };
  const auto target_of = [&](const std::string& source) {
    const std::string unit = "<trans-unit><source>" + source + "</source>";
    const std::string text = french_units(in_file(unit + "</trans-unit>"), options).text;
    const size_t begin = text.find("<target>") + 8;
    return text.substr(begin, text.find("</target>") - begin);
  };
  CHECK(target_of("a red dog") == "un red dog");
  CHECK(target_of("a <g id=\"1\">red dog</g>") == "un <g id=\"1\">red dog</g>");
  CHECK(target_of("red <x id=\"1\"/>dog") == "rouge <x id=\"1\"/>chien");
  CHECK(target_of("red dog") == "red dog");
}

TEST_CASE("parts protected by name are not parts of references") {
  DocumentOptions options;
  options.kept_spans = [](std::string_view text) {
    const size_t at = text.find('&');
    return at == std::string_view::npos ? std::vector<ByteSpan>{}
                                        : std::vector<ByteSpan>{{at, at + 1}};
  };
  const std::string source = "<trans-unit><source>a dog &amp; a dog</source>";
  CHECK(french_units(in_file(source + "</trans-unit>"), options).text ==
        in_file(source + "<target>un chien &amp; un chien</target></trans-unit>"));
}

TEST_CASE("empty targets are filled, and others stay") {
  CHECK(french_units(in_file("<trans-unit><source>a</source><target state=\"new\"/></trans-unit>"))
            .text ==
        in_file("<trans-unit><source>a</source><target state=\"translated\">un</target>"
                "</trans-unit>"));
  const std::string done =
      in_file("<trans-unit><source>a</source><target state=\"new\">b</target></trans-unit>");
  CHECK(french_units(done).text == done);
  CHECK(french_units(done, {.entries = EntryChoice::kUnfinished, .marks_review = true}).text ==
        in_file("<trans-unit><source>a</source><target state=\"needs-review-translation\">un"
                "</target></trans-unit>"));
  const std::string approved =
      in_file("<trans-unit approved=\"yes\"><source>a</source><target>b</target></trans-unit>");
  CHECK(french_units(approved, {.entries = EntryChoice::kAll}).text == approved);
}

TEST_CASE("targets with empty marks are filled") {
  const auto translated = [](const std::string& source, const std::string& target) {
    return french_units(
               in_file("<trans-unit><source>" + source + "</source>" + target + "</trans-unit>"))
        .text;
  };
  const auto written = [](const std::string& source, const std::string& target) {
    return in_file("<trans-unit><source>" + source + "</source>" + target + "</trans-unit>");
  };
  for (const std::string empty :
       {"<mrk mtype=\"seg\" mid=\"1\"/>", " <mrk mtype=\"seg\" mid=\"1\"></mrk>", "<!-- red -->",
        "<g id=\"1\"/>", "<g id=\"1\"><mrk mtype=\"seg\"> </mrk></g>"}) {
    CAPTURE(empty);
    CHECK(translated("a dog", "<target>" + empty + "</target>") ==
          written("a dog", "<target>un chien</target>"));
    for (const std::string code : {"<g id=\"1\"/>", "<ph id=\"1\">x</ph>", "<x id=\"1\"/>"}) {
      const std::string target = "<target>" + empty + "</target>";
      CHECK(translated(code, target) == written(code, target));
    }
  }
  for (const std::string held :
       {"<x id=\"1\"/>", "<mrk mtype=\"seg\">b</mrk>", "<ph id=\"1\">x</ph>", "<![CDATA[b]]>",
        "<mrk mtype=\"seg\" mid=\"1\"><bx id=\"1\"/></mrk>"}) {
    CAPTURE(held);
    const std::string target = "<target>" + held + "</target>";
    CHECK(translated("a dog", target) == written("a dog", target));
  }
  CHECK(french_units(in_file_2("<unit><segment><source>a</source><target><mrk id=\"1\"/></target>"
                               "</segment></unit>"))
            .text ==
        in_file_2("<unit><segment><source>a</source><target>un</target></segment></unit>"));
}

TEST_CASE("marks of segments are those of <seg-source>") {
  const std::string first = "<mrk mtype=\"seg\" mid=\"1\">",
                    second = "<mrk mtype=\"seg\" mid=\"2\">";
  const std::string source = "<trans-unit><source>a dog. a red dog.</source><seg-source>" + first +
                             "a dog.</mrk> " + second + "a red dog.</mrk></seg-source><target>";
  CHECK(french_units(in_file(source + first + "</mrk>" + second + "</mrk></target></trans-unit>"))
            .text == in_file(source + first + "un chien.</mrk> " + second +
                             "un rouge chien.</mrk></target></trans-unit>"));
  CHECK(french_units(in_file(source + "</target></trans-unit>")).text ==
        in_file(source + first + "un chien.</mrk> " + second +
                "un rouge chien.</mrk></target></trans-unit>"));
}

TEST_CASE("a unit approved without a translation gets one and is no longer approved") {
  for (const std::string target : {"", "<target/>", "<target> </target>"}) {
    CHECK(french_units(in_file("<trans-unit approved='yes' id=\"1\"><source>a</source>" + target +
                               "</trans-unit>"))
              .text == in_file("<trans-unit approved='no' id=\"1\"><source>a</source><target>un"
                               "</target></trans-unit>"));
  }
  CHECK(french_units(in_file("<trans-unit approved=\"yes\"><source>a</source><target "
                             "state=\"final\"/></trans-unit>"),
                     {.marks_review = true})
            .text == in_file("<trans-unit approved=\"no\"><source>a</source><target "
                             "state=\"needs-review-translation\">un</target></trans-unit>"));
}

TEST_CASE("a new target has no state-qualifier of the old one") {
  CHECK(french_units(in_file("<trans-unit><source>a</source><target state-qualifier=\"mt\" "
                             "state=\"new\">b</target></trans-unit>"),
                     {.entries = EntryChoice::kUnfinished})
            .text == in_file("<trans-unit><source>a</source><target state=\"translated\">un"
                             "</target></trans-unit>"));
}

TEST_CASE("text marked as not to be translated stays, and so do alternatives") {
  for (const std::string unit :
       {"<trans-unit translate=\"no\"><source>a</source></trans-unit>",
        "<group translate=\"no\"><trans-unit><source>a</source></trans-unit></group>",
        "<trans-unit><alt-trans><source>a</source></alt-trans></trans-unit>",
        "<trans-unit><source> </source></trans-unit>"})
    CHECK(french_units(in_file(unit)).text == in_file(unit));
  CHECK(french_units(in_file("<trans-unit><source>12</source></trans-unit>")).text ==
        in_file("<trans-unit><source>12</source><target>12</target></trans-unit>"));
}

TEST_CASE("inline elements stand around the same words") {
  const auto target = [](const std::string& source) {
    const std::string text =
        french_units(in_file("<trans-unit><source>" + source + "</source></trans-unit>")).text;
    const size_t begin = text.find("<target>") + 8;
    return text.substr(begin, text.find("</target>") - begin);
  };
  CHECK(target("a <g id=\"1\">red</g> dog &amp; <x id=\"2\"/> a") ==
        "un <g id=\"1\">rouge</g> chien &amp; <x id=\"2\"/> un");
  CHECK(target("a <bx id=\"1\"/>red<ex id=\"1\"/> dog") ==
        "un <bx id=\"1\"/>rouge<ex id=\"1\"/> chien");
  CHECK(target("a <sm id=\"1\"/>red<em startRef=\"1\"/> dog") ==
        "un <sm id=\"1\"/>rouge<em startRef=\"1\"/> chien");
  CHECK(target("<sm id=\"1\" translate=\"no\"/>red <x id=\"2\"/><em startRef=\"1\"/> dog") ==
        "<sm id=\"1\" translate=\"no\"/>red <x id=\"2\"/><em startRef=\"1\"/> chien");
  CHECK(target("a <sm id=\"1\" translate=\"no\"></sm> red") ==
        "un <sm id=\"1\" translate=\"no\"></sm> rouge");
  CHECK(target("a <bpt id=\"1\">&lt;b></bpt>red<ept id=\"1\">&lt;/b></ept> dog") ==
        "un <bpt id=\"1\">&lt;b></bpt>rouge<ept id=\"1\">&lt;/b></ept> chien");
  CHECK(target("Press {0} <ph id=\"1\">%s</ph>") == "Appuyez {0} <ph id=\"1\">%s</ph>");
}

TEST_CASE("markers without an end take time linear in their number") {
  std::string source = "a";
  for (int i = 0; i < 40000; ++i)
    source += "<sm id=\"" + std::to_string(i) + "\" translate=\"no\"/>";
  const std::string unit = "<trans-unit><source>" + source + "</source>";
  const auto begin = std::chrono::steady_clock::now();
  const std::string found = french_units(in_file(unit + "</trans-unit>")).text;
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(2));
  CHECK(found == in_file(unit + "<target>un" + source.substr(1) + "</target></trans-unit>"));
}

TEST_CASE("line breaks stay where white space is to be preserved") {
  const auto unit = [](const std::string& space, const std::string& target) {
    return in_file("<trans-unit" + space + "><source>a dog\n  a <g id='1'>red</g> dog</source>" +
                   target + "</trans-unit>");
  };
  const std::string preserves = " xml:space=\"preserve\"";
  CHECK(french_units(unit(preserves, "")).text ==
        unit(preserves, "<target>un chien\n  un <g id='1'>rouge</g> chien</target>"));
  CHECK(french_units(unit("", "")).text ==
        unit("", "<target>un chien   un <g id='1'>rouge</g> chien</target>"));
}

TEST_CASE("a line break in a tag or in what is copied cuts nothing") {
  const std::string preserves = "<trans-unit xml:space=\"preserve\"><source>";
  for (const std::string part :
       {"<g id=\"1\"\n  ctype=\"a\tdog   a\">", "<x id=\"1\"\n/>", "<!-- a dog\na dog -->",
        "<![CDATA[ a dog\na dog ]]>", "<?a dog\na?>", "<ph id=\"1\">a dog\n  a\tdog</ph>",
        "<bpt id=\"1\">a\ndog</bpt>red<ept id=\"1\">a\ndog</ept>", "<it id=\"1\">a\n\ndog</it>",
        "<mrk mtype=\"protected\">a dog\na <g id=\"2\">dog</g></mrk>",
        "<mrk translate=\"no\">a\ndog</mrk>",
        "<sm id=\"1\" translate=\"no\"/>a\ndog<em startRef=\"1\"></em>",
        "<sm id=\"1\" translate=\"no\"/>a<sm id=\"2\" translate=\"no\"/>\na<em startRef=\"2\"/>\na"
        "<em startRef=\"1\"/>"}) {
    CAPTURE(part);
    const bool is_open = part.starts_with("<g ");
    std::string translated = part;
    if (part.starts_with("<bpt")) translated.replace(part.find("red"), 3, "rouge");
    const std::string space = is_open ? "" : " ", end = is_open ? "</g>" : "";
    const std::string source = "dog " + part + space + "red" + end + "\n dog\n";
    CHECK(french_units(in_file(preserves + source + "</source></trans-unit>")).text ==
          in_file(preserves + source + "</source><target>chien " + translated + space + "rouge" +
                  end + "\n chien\n</target></trans-unit>"));
  }
}

TEST_CASE("wrapped lines of a unit are not wrapped within its codes") {
  const std::string line = "a red dog a red dog a red dog a red dog a red dog";
  const std::string code = "<ph id=\"1\">a dog a dog a dog a dog a dog a dog a dog</ph>";
  const std::string unit = "<trans-unit xml:space=\"preserve\"><source>" + line + " " + code +
                           "\n" + line + "\na dog</source></trans-unit>";
  const std::string found = french_units(in_file(unit)).text;
  CHECK(found.substr(found.find("<target>")).find(code) != std::string::npos);
}

TEST_CASE("segments of XLIFF 2 get targets and states") {
  CHECK(french_units(
            in_file_2("<unit id=\"1\"><segment state=\"initial\"><source>a <pc id=\"1\">red</pc>"
                      "</source></segment></unit>"))
            .text ==
        in_file_2("<unit id=\"1\"><segment state=\"translated\"><source>a <pc id=\"1\">red</pc>"
                  "</source><target>un <pc id=\"1\">rouge</pc></target></segment></unit>"));
  for (const std::string value : {"x:y", "subState:x", "subState", "subState=", ""}) {
    CAPTURE(value);
    CHECK(french_units(in_file_2("<unit><segment subState=\"" + value +
                                 "\" state=\"initial\"><source>a</source></segment></unit>"))
              .text ==
          in_file_2("<unit><segment state=\"translated\"><source>a</source><target>un</target>"
                    "</segment></unit>"));
  }
  const std::string no =
      in_file_2("<unit translate=\"no\"><segment><source>a</source></segment></unit>");
  CHECK(french_units(no).text == no);
  const auto without_language = french_units(
      "<xliff version=\"2.0\"><unit><segment><source>a</source></segment></unit></xliff>");
  CHECK(without_language.notes.size() == 1);
}

TEST_CASE("declarations of entities with tags stay") {
  for (const std::string declarations :
       {"<!ENTITY e \"<g>x</g>\">", "<!ENTITY e '<g>]>\"'> <!-- '<g> ]> --> <?a '<g> ]> ?>"}) {
    const std::string before = "<!DOCTYPE xliff SYSTEM \"x>\" [" + declarations +
                               "] ><xliff version=\"1.2\"><trans-unit><source>a &e;</source>";
    CHECK(french_units(before + "</trans-unit></xliff>").text ==
          before + "<target>un &e;</target></trans-unit></xliff>");
  }
}

TEST_CASE("text that is not XLIFF is refused with its line") {
  for (const std::string text :
       {"", "a", "<xliff>", "\n<html></html>", "<xliff><file></xliff>", "<xliff></xliff",
        "<xliff/><xliff/>", "<?xml version=\"1.0\" encoding=\"latin1\"?><xliff></xliff>", "\xff"})
    CHECK_THROWS_AS(french_units(text), std::invalid_argument);
}

}  // namespace
}  // namespace dragoman
