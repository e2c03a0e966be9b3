#include "markup/marked_text.h"

#include <stdexcept>

#include "catch.h"
#include "word_for_word.h"

namespace dragoman {
namespace {

std::string html(const std::string& text, const Dictionary& dictionary = {}) {
  return translate_words(text, {.syntax = MarkupSyntax::kHtml}, dictionary);
}

std::string xml(const std::string& text, const Dictionary& dictionary = {}) {
  return translate_words(text, {.syntax = MarkupSyntax::kXml}, dictionary);
}

std::vector<std::string> plain(const std::string& text, MarkupSyntax syntax = MarkupSyntax::kHtml) {
  return MarkedText(text, {.syntax = syntax}).plain();
}

TEST_CASE("tags stand around the translations of the same words") {
  CHECK(html("a <b>black</b> dog", {{"black", "noir"}, {"dog", "chien"}, {"a", "un"}}) ==
        "un <b>noir</b> chien");
}

TEST_CASE("tags move with their words when the order of words changes") {
  const MarkedText text("a <b>black</b> <i>dog</i>", {});
  const PlainTranslation translation{"un chien noir", {{0, 0}, {1, 2}, {2, 1}}};
  CHECK(text.translated({translation}) == "un <i>chien</i> <b>noir</b>");
}

TEST_CASE("tags within tags stay within them") {
  const MarkedText text("see <a href='x'>the <b>black</b> dog</a>.", {});
  CHECK(text.plain() == std::vector<std::string>{"see the black dog."});
  const PlainTranslation translation{"voir le chien noir.",
                                     {{0, 0}, {1, 1}, {2, 3}, {3, 2}, {4, 4}}};
  CHECK(text.translated({translation}) == "voir <a href='x'>le chien <b>noir</b></a>.");
}

TEST_CASE("letters of two elements that touch are two words") {
  CHECK(plain("<b>Command</b><i>Ctrl</i>+2") == std::vector<std::string>{"Command Ctrl+2"});
  CHECK(html("<b>Command</b><i>Ctrl</i>+2") == "<b>Command</b><i>Ctrl</i>+2");
  CHECK(html("<b>one</b>two") == "<b>onetwo</b>");
}

TEST_CASE("texts without letters stay as they are in markup") {
  CHECK(plain("<td>2024</td><td>1,234.56</td><td>\u2014</td><td>&#8203;\u2713</td><td>one</td>") ==
        std::vector<std::string>{"one"});
  CHECK(plain("<td><code>two</code> 5</td>").empty());
  CHECK(html("<td>2024 </td><td>one 2024</td>", {{"2024", "vingt"}, {"one", "un"}}) ==
        "<td>2024 </td><td>un vingt</td>");
  CHECK(MarkedText("<img alt='2024' title='one'>", {.attributes = true}).plain() ==
        std::vector<std::string>{"one"});
  CHECK(MarkedText("<b>2024</b>", {.is_one_sentence = true}).plain() ==
        std::vector<std::string>{"2024"});
  CHECK(plain("2024", MarkupSyntax::kPlain) == std::vector<std::string>{"2024"});
}

TEST_CASE("a space separates kept elements from letters, but not from marks or wide letters") {
  const auto read = [](const std::string& text) { return plain("a " + text).at(0).substr(2); };
  for (const std::string text : {"“<code>x</code>”", "«<code>x</code>»", "「<code>x</code>」を",
                                 "把<code>x</code>的", "…<code>x</code>\u2014"}) {
    std::string without = text;
    without.erase(without.find("<code>"), 6);
    without.erase(without.find("</code>"), 7);
    CHECK(read(text) == without);
  }
  CHECK(read("é<code>x</code>ö") == "é x ö");
  CHECK(read("<code>x</code>를") == "x 를");
  CHECK(read("请<b>按</b><i>键</i>") == "请按键");
}

TEST_CASE("readings of ruby stay, and are not read") {
  const std::string text = "東京<ruby>都<rp>(</rp><rt>と</rt><rp>)</rp></ruby>へ";
  CHECK(plain(text) == std::vector<std::string>{"東京都へ"});
  CHECK(html(text) == text);
}

TEST_CASE("tags inside words of katakana and inside emoji move to the edge") {
  CHECK(html("グレース<b>ケ</b>ールへ") == "<b>グレースケール</b>へ");
  CHECK(html("<b>家👨‍👩‍</b>👧だ") == "<b>家👨‍👩‍👧</b>だ");
}

TEST_CASE("an ellipsis that the source lacks belongs to the word before") {
  const MarkedText text("choose <b>Open</b>.", {});
  CHECK(text.translated({{"Datei \xc3\xb6"
                          "ffnen\xe2\x80\xa6 .",
                          {{0, 0}, {1, 1}, {2, 3}}}}) ==
        "Datei <b>\xc3\xb6"
        "ffnen\xe2\x80\xa6</b> .");
}

TEST_CASE("punctuation that is glued to a tag stays outside of it") {
  CHECK(html("Press <b>OK</b>.") == "Press <b>OK</b>.");
  CHECK(html("(<i>see</i> \"<b>x</b>\")") == "(<i>see</i> \"<b>x</b>\")");
}

TEST_CASE("block elements end a sentence, inline elements do not") {
  CHECK(plain("<p>One <b>two</b>.</p><ul><li>Three<li>Four</ul>five<br>six") ==
        std::vector<std::string>{"One two.", "Three", "Four", "five", "six"});
  CHECK(plain("<p>One</p><q>two</q>", MarkupSyntax::kXml) == std::vector<std::string>{"One two"});
}

/// Sentences end with a full stop and a space.
std::vector<std::string> at_full_stops(const std::string& text) {
  std::vector<std::string> parts;
  size_t begin = 0;
  for (size_t at = text.find(". "); at != std::string::npos; at = text.find(". ", at + 1)) {
    parts.push_back(text.substr(begin, at + 2 - begin));
    begin = at + 2;
  }
  parts.push_back(text.substr(begin));
  return parts;
}

TEST_CASE("sentences between tags of blocks are found where that is asked for") {
  const MarkupOptions options{.cut_sentences = at_full_stops};
  const std::string text =
      "<p>One &lt;b&gt;. <b>Two</b>. <i>Three.  Four</i> <code>f. g</code>.</p> <p>Five</p>";
  CHECK(MarkedText(text, options).plain() ==
        std::vector<std::string>{"One <b>.", "Two.", "Three.", "Four f. g.", "Five"});
  CHECK(translate_words(text, options, {}) == text);
  CHECK(translate_words(text, options, {{"Two", "Deux"}, {"Four", "Quatre"}}) ==
        "<p>One &lt;b&gt;. <b>Deux</b>. <i>Three.  Quatre</i> <code>f. g</code>.</p> "
        "<p>Five</p>");
}

TEST_CASE("what is not to be translated stays as it is") {
  for (const std::string kept :
       {"<pre>two  words</pre>", "<script>if (a<b) c('</p>')</script>", "<style>p > a {}</style>",
        "<div translate=\"no\">two <b>words</b></div>", "<p class='a notranslate b'>two words</p>",
        "<svg><text>words</text></svg>", "<p translate=no>words<p translate=no>words"}) {
    CHECK(plain(kept).empty());
    CHECK(html(kept, {{"words", "mots"}, {"two", "deux"}}) == kept);
  }
}

TEST_CASE("a kept element within a sentence stands in the place of what its text became") {
  CHECK(html("call <code>two</code> now", {{"two", "deux"}, {"now", "vite"}}) ==
        "call <code>two</code> vite");
  const MarkedText text("call <code>f(x)</code> now", {});
  CHECK(text.plain() == std::vector<std::string>{"call f(x) now"});
  CHECK(text.translated({{"nun f(x) rufen", {}}}) == "nun <code>f(x)</code> rufen");
  CHECK(text.translated({{"nun rufen", {{0, 1}, {5, 0}}}}).find("<code>f(x)</code>") !=
        std::string::npos);
}

TEST_CASE("white space at the end of a kept element without an end tag is written once") {
  for (const std::string kept :
       {"<span translate=no>two \n\n", "<b translate=no>two\n", "<code>two "}) {
    CHECK(MarkedText("one " + kept, {}).translated({{"un", {{0, 0}}}}) == "un " + kept);
  }
}

TEST_CASE("a kept element without an end tag gets one space before it in place of its copy") {
  const MarkedText text("one <code>two", {});
  CHECK(text.translated({{"un two", {{0, 0}, {1, 1}}}}) == "un <code>two");
  CHECK(text.translated({{"un two", {{0, 0}}}}) == "un <code>two");
  CHECK(text.translated({{"two un", {{0, 1}, {1, 0}}}}) == "un <code>two");
}

TEST_CASE("text in a kept element that asks for translation is translated") {
  CHECK(html("<div translate=no>one <p translate=yes>two</p> one</div>",
             {{"one", "un"}, {"two", "deux"}}) ==
        "<div translate=no>one <p translate=yes>deux</p> one</div>");
}

TEST_CASE("white space around tags and sentences stays") {
  for (const std::string text :
       {"  one <b>two</b>  ", "<p> one </p>\t<p>\ttwo </p>", "one<b> two </b>three",
        "one <b> two</b> three", "one <i>two</i> <b>three</b> four", "  ", "", "<b> </b>",
        "<a name=\"x\"></a> one", "one<img src=x> two", "one <img src=x>two"}) {
    CHECK(html(text) == text);
  }
}

TEST_CASE("no-break and wide spaces at the ends of sentences stay") {
  const auto cut = [](const std::string& text) {
    const size_t at = text.find("sit.");
    if (at == std::string::npos) return std::vector<std::string>{text};
    const size_t end = text.find_first_of("AB", at);
    return std::vector<std::string>{text.substr(0, end), text.substr(end)};
  };
  for (const std::string space : {"&nbsp;", "&#160;", "\xc2\xa0", "\xe3\x80\x80", " &emsp; "}) {
    const std::string text = "<p>" + space + "Two sit." + space + "A dog." + space + "</p>";
    const MarkedText marked(text, {.cut_sentences = cut});
    CHECK(marked.plain() == std::vector<std::string>{"Two sit.", "A dog."});
    CHECK(marked.translated({{"Zwei.", {}}, {"Ein.", {}}}) ==
          "<p>" + space + "Zwei." + space + "Ein." + space + "</p>");
    CHECK(MarkedText("<a>Two sit.</a>" + space + "<a>A dog.</a>", {.cut_sentences = cut})
              .translated({{"Zwei.", {}}, {"Ein.", {}}}) == "<a>Zwei.</a>" + space + "<a>Ein.</a>");
  }
  CHECK(plain("&nbspA") == std::vector<std::string>{"A"});
}

TEST_CASE("characters are written as the source writes them, and never become markup") {
  CHECK(html("R&amp;D &lt;x&gt; &eacute;t&eacute; &quot;a&quot; 1 > 0") ==
        "R&amp;D &lt;x> &eacute;t&eacute; &quot;a&quot; 1 > 0");
  CHECK(html("a &gt; b") == "a &gt; b");
  CHECK(html("one", {{"one", "<b>&amp;"}}) == "&lt;b&gt;&amp;amp;");
  CHECK(plain("&copy 2020 &notanentity; &#x41;&#66; AT&T &") ==
        std::vector<std::string>{"\xc2\xa9 2020 \xc2\xac"
                                 "anentity; AB AT&T &"});
}

TEST_CASE("in XML, references to unknown entities and codes of XLIFF stay") {
  CHECK(xml("one &unknown; <ph id=\"1\">two</ph> <x id='2'/>two",
            {{"two", "deux"}, {"unknown", "x"}}) ==
        "one &unknown; <ph id=\"1\">two</ph> <x id='2'/>deux");
  CHECK(xml("<mrk mtype=\"protected\">two</mrk> <g id=\"1\">two</g>", {{"two", "deux"}}) ==
        "<mrk mtype=\"protected\">two</mrk> <g id=\"1\">deux</g>");
  CHECK(xml("&lt;&apos;&amp;") == "&lt;&apos;&amp;");
}

TEST_CASE("empty and void elements and comments go with their neighbours") {
  CHECK(html("one <!-- two --><a name=x></a>two<wbr> <img alt=\"a>b\"> three") ==
        "one <!-- two --><a name=x></a>two<wbr> <img alt=\"a>b\"> three");
  const MarkedText text("one <img src=x> two", {});
  CHECK(text.translated({{"zwei eins", {{0, 1}, {1, 0}}}}).find("<img src=x>") !=
        std::string::npos);
}

TEST_CASE("attributes that people read are translated where that is asked for") {
  const std::string text =
      "<img alt='one \"two\"' src=one> <a title=two>one</a> <i translate=no title=two>x</i>";
  const Dictionary words = {{"one", "un"}, {"two", "l'autre"}};
  CHECK(html(text, words) ==
        "<img alt='one \"two\"' src=one> <a title=two>un</a> <i translate=no title=two>x</i>");
  CHECK(translate_words(text, {.attributes = true}, words) ==
        "<img alt='un \"l&#39;autre\"' src=one> <a title=\"l'autre\">un</a> <i translate=no "
        "title=two>x</i>");
}

TEST_CASE("a tag inside a word moves to its edge") {
  CHECK(html("un<b>believ</b>able x") == "<b>unbelievable</b> x");
  CHECK(html("soft<wbr>ware x") == "software<wbr> x");
}

TEST_CASE("broken markup keeps each tag once, in its order") {
  for (const std::string text :
       {"<b>one <i>two</b> three</i>", "one</b> two", "<b>one two", "one <a href=\"x two",
        "one <!-- two", "one < two <3 </ >", "<td>one</td> <tr>two", "</p>one</p>",
        "<b><p>one</p> two</b> three"}) {
    CHECK(html(text) == (text == "one < two <3 </ >" ? "one &lt; two &lt;3 </ >" : text));
  }
}

TEST_CASE("inline elements that hold blocks stay around them") {
  CHECK(html("<b>one <i>two<p>three</i> four</p> one</b> two",
             {{"one", "un"}, {"two", "deux"}, {"three", "trois"}, {"four", "quatre"}}) ==
        "<b>un <i>deux<p>trois</i> quatre</p> un</b> deux");
}

TEST_CASE("a translation without words or links keeps all tags") {
  const MarkedText text("<b>one</b> two <i>three<br></i>", {});
  CHECK(text.translated({
            {"", {}},
        }) == "<b></b><i><br></i>");
  CHECK_THROWS_AS(text.translated({}), std::invalid_argument);
}

TEST_CASE("hostile markup takes no longer than its length allows") {
  const auto repeat = [](const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
  };
  for (const std::string& text :
       {repeat("<b>", 200000), repeat("<div>", 100000), repeat("<p><b id=x>", 50000),
        repeat("</b>", 200000), "<a " + repeat("x ", 500000) + ">one</a>",
        "<a href=\"" + repeat("x", 10000000) + "\">one</a>", repeat("<!--", 200000),
        repeat("&amp", 200000), repeat("<title>", 100000),
        repeat("<svg>", 100000) + repeat("</math>", 100000), repeat("<", 1000000),
        repeat("<b>", 10000) + "one" + repeat("</b>", 10000), repeat("<i>a</i>", 20000),
        repeat("<table><b>", 50000), repeat("one <i>two</b> ", 50000), repeat("<div>a</p>", 50000),
        repeat("a<code>b</code> ", 20000)}) {
    CHECK(html(text).size() >= text.size());
  }
}

}  // namespace
}  // namespace dragoman
