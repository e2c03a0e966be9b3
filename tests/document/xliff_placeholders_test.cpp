#include "catch.h"
#include "document/xliff_file.h"
#include "translate_document.h"

namespace dragoman {
namespace {

const Dictionary kAppWords = {{"red", "rouge"}, {"dog", "chien"}, {"a", "un"}, {"is", "est"}};

std::string file_of(const std::string& unit) {
  return "<xliff version=\"1.2\"><file><body>\n" + unit + "\n</body></file></xliff>\n";
}

std::string source_only(const std::string& source) {
  return file_of("<trans-unit><source>" + source + "</source></trans-unit>");
}

std::string with_target(const std::string& source, const std::string& target) {
  return file_of("<trans-unit><source>" + source + "</source><target>" + target +
                 "</target></trans-unit>");
}

TranslatedDocument translated_unit(const std::string& source) {
  return translate_document(*parse_xliff_file(source_only(source), {}), kAppWords);
}

TranslatedDocument mirrored_unit(const std::string& source) {
  return translate_document(*parse_xliff_file(source_only(source), {}), mirrored);
}

}  // namespace

TEST_CASE("a unit that is an ICU message stays, with a note") {
  for (const std::string icu :
       {"{VAR_PLURAL, plural, =0 {a dog} other {red}}", "a {g,select,male {dog} other {red}}",
        "a {n,  selectordinal , one {#st <x id=\"1\"/>} other {#th}} dog"}) {
    const TranslatedDocument document = translated_unit(icu);
    CHECK(document.text == source_only(icu));
    REQUIRE(document.notes.size() == 1);
    CHECK(document.notes[0].line == 2);
    CHECK(document.notes[0].what ==
          "left as it was: it is an ICU message, which chooses one of several texts");
  }
  const std::string placed = " <x id=\"ICU\" equiv-text=\"{n, plural, other {red}}\"/> {n, date}";
  CHECK(translated_unit("a" + placed).text == with_target("a" + placed, "un" + placed));
}

TEST_CASE("directives of a unit that change places get numbers, or nothing is translated") {
  CHECK(mirrored_unit("%@ is at %d").text == with_target("%@ is at %d", "%2$d at is %1$@"));
  CHECK(mirrored_unit("%@ is %@").text == with_target("%@ is %@", "%2$@ is %1$@"));
  for (const std::string unsafe : {"%s is at %d", "%s is %s", "%@ is %*d"}) {
    const TranslatedDocument document = mirrored_unit(unsafe);
    CHECK(document.text == source_only(unsafe));
    REQUIRE(document.notes.size() == 1);
    CHECK(document.notes[0].what.find("in another order") != std::string::npos);
  }
  CHECK(mirrored_unit("%1$s is at %2$d").text == with_target("%1$s is at %2$d", "%2$d at is %1$s"));
  CHECK(mirrored_unit("{x} is %d").text == with_target("{x} is %d", "%d is {x}"));
}

TEST_CASE("escaped tags of a unit stand around the same words") {
  const auto target_of = [](const std::string& source, const std::string& target) {
    CHECK(translated_unit(source).text == with_target(source, target));
  };
  target_of("a &lt;b&gt;dog&lt;/b&gt; &lt;br/&gt; red",
            "un &lt;b&gt;chien&lt;/b&gt; &lt;br/&gt; rouge");
  target_of("&lt;a href=&quot;x?a=1&amp;amp;dog=2&quot;>dog&lt;/a> <g id=\"1\">red</g>",
            "&lt;a href=&quot;x?a=1&amp;amp;dog=2&quot;>chien&lt;/a> <g id=\"1\">rouge</g>");
  target_of("&lt;!-- dog --&gt;a dog", "&lt;!-- dog --&gt;un chien");
  target_of("a &lt; dog &gt; red &lt;dog", "un &lt; chien &gt; rouge &lt;chien");
  CHECK(mirrored_unit("&lt;b&gt;red&lt;/b&gt; dog").text ==
        with_target("&lt;b&gt;red&lt;/b&gt; dog", "dog &lt;b&gt;red&lt;/b&gt;"));
}

TEST_CASE("escaped void elements and a bare &lt; leave the other tags of a unit in place") {
  for (const std::string lone : {"&lt;br&gt;", "&lt;BR&gt;"}) {
    const std::string text = mirrored_unit("&lt;b&gt;red&lt;/b&gt; dog " + lone + "is").text;
    INFO(text);
    CHECK(text.find("is dog &lt;b&gt;red&lt;/b&gt;") != std::string::npos);
  }
  const std::string text = mirrored_unit("is &lt;dog &lt;b&gt;red&lt;/b&gt;").text;
  INFO(text);
  CHECK(text.find("<target>&lt;b&gt;red&lt;/b&gt; ") != std::string::npos);
}

TEST_CASE("a part protected by name may have escaped tags in it") {
  const std::string part = "&lt;b&gt;dog&lt;/b&gt;";
  const DocumentOptions options{
      .kept_spans = [&](std::string_view text) { return occurrences(text, part); }};
  const std::string source = "a " + part + " &lt;i&gt;red dog&lt;/i&gt;";
  CHECK(translate_document(*parse_xliff_file(source_only(source), options), kAppWords).text ==
        with_target(source, "un " + part + " &lt;i&gt;rouge chien&lt;/i&gt;"));
}

TEST_CASE("segments without a translation get one beside those that have one") {
  const std::string mark = "<mrk mtype=\"seg\" mid=";
  const std::string source = "<trans-unit><source>a dog. red. a</source><seg-source>" + mark +
                             "\"1\">a dog.</mrk> " + mark + "\"2\">red <x id=\"1\"/>.</mrk> " +
                             mark + "\"3\">a</mrk></seg-source>";
  const std::string begin = mark + "\"1\">Chien.</mrk> ", end = "</target></trans-unit>";
  const std::string half = begin + mark + "\"2\"/> " + mark + "\"3\"> </mrk>";
  const std::string whole =
      begin + mark + "\"2\">rouge <x id=\"1\"/>.</mrk> " + mark + "\"3\">un</mrk>";
  const auto translated = [](const std::string& unit, const DocumentOptions& options) {
    return translate_document(*parse_xliff_file(file_of(unit), options), kAppWords).text;
  };
  CHECK(translated(source + "<target>" + half + end, {}) ==
        file_of(source + "<target>" + whole + end));
  CHECK(translated(source + "<target>" + half + end, {.marks_review = true}) ==
        file_of(source + "<target state=\"needs-review-translation\">" + whole + end));
  CHECK(
      translated(source + "<target state-qualifier=\"mt\">" + half + end, {.marks_review = true}) ==
      file_of(source + "<target state=\"needs-review-translation\">" + whole + end));
  CHECK(translated(source + "<target>" + whole + end, {.marks_review = true}) ==
        file_of(source + "<target>" + whole + end));
}

TEST_CASE("a <seg-source> without text is not the source") {
  const std::string unit =
      "<trans-unit><source>a dog</source><seg-source><mrk mtype=\"seg\" mid=\"1\"/></seg-source>";
  const auto document = parse_xliff_file(file_of(unit + "</trans-unit>"), {});
  CHECK(translate_document(*document, kAppWords).text ==
        file_of(unit + "<target>un chien</target></trans-unit>"));
}

TEST_CASE("XLIFF with an & that begins no reference is refused with its line") {
  CHECK_THROWS_WITH(parse_xliff_file(source_only("a &amp; &#39; &x; dog & a"), {}),
                    "line 2: invalid XLIFF: an & that begins no reference has to be &amp;; "
                    "`xmllint` tells more");
  CHECK_THROWS_AS(parse_xliff_file(source_only("a &amp dog"), {}), std::invalid_argument);
}

}  // namespace dragoman
