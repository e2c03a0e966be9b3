#include "markup/span_symbols.h"

#include "catch.h"
#include "markup/marked_text.h"
#include "markup/protected_spans.h"
#include "word_for_word.h"

namespace dragoman {
namespace {

MarkupOptions with_two_symbols(MarkupSyntax syntax) {
  MarkupOptions options;
  options.syntax = syntax;
  options.kept_spans = protected_spans;
  options.symbols = {"⟨1⟩", "⟨2⟩"};
  return options;
}

MarkedText plain_text(const std::string& text) {
  return MarkedText(text, with_two_symbols(MarkupSyntax::kPlain));
}

/// A line whose translation is this text, without links.
std::string written(const std::string& text, const std::string& translation) {
  return plain_text(text).translated({{translation, {}}});
}

}  // namespace

TEST_CASE("symbols stand for protected parts, which return at the symbols' places") {
  CHECK(plain_text("see {{a b}} and %s.").plain()[0] == "see ⟨1⟩ and ⟨2⟩.");
  CHECK(written("see {{a b}} and %s.", "⟨2⟩ und ⟨1⟩.") == "%s und {{a b}}.");
  CHECK(written("{x}", "⟨1⟩") == "{x}");
  CHECK(written("点击{x}按钮", "按⟨1⟩下") == "按{x}下");
  CHECK(written("press {x} now", "按⟨1⟩下") == "按{x}下");
}

TEST_CASE("a symbol that the translation lacks is put in by its links, a surplus one taken out") {
  // Tokens: open ⟨ 1 ⟩ now, and: jetzt auf
  CHECK(plain_text("open %s now").translated({{"jetzt auf", {{0, 1}, {2, 0}}}}) == "%s auf");
  CHECK(written("open %s now", "jetzt ⟨1⟩ ⟨1⟩ auf") == "jetzt %s auf");
  CHECK(written("open %s now", "⟨2⟩ jetzt ⟨1⟩ auf") == "jetzt %s auf");
  CHECK(written("see {x} and {y}", "⟨2⟩ ⟨2⟩ ⟨1⟩ ⟨1⟩") == "{y} {x}");
}

TEST_CASE("protected parts beyond the last symbol stay in the sentence itself") {
  CHECK(plain_text("{a} {b} {c}").plain()[0] == "⟨1⟩ ⟨2⟩ {c}");
  CHECK(written("{a} {b} {c}", "{c} ⟨2⟩ ⟨1⟩") == "{c} {b} {a}");
}

TEST_CASE("a symbol that the text has already stands for itself") {
  CHECK(plain_text("⟨1⟩ is {x}").plain()[0] == "⟨1⟩ is ⟨2⟩");
  CHECK(written("⟨1⟩ is {x}", "⟨2⟩ ist ⟨1⟩") == "{x} ist ⟨1⟩");
  CHECK(written("⟨1⟩ ⟨2⟩ {x}", "{x} ⟨2⟩ ⟨1⟩") == "{x} ⟨2⟩ ⟨1⟩");
  CHECK(plain_text("no spans, ⟨1⟩ ⟨1⟩").translated({{"⟨1⟩ ⟨1⟩", {}}}) == "⟨1⟩ ⟨1⟩");
}

TEST_CASE("kept elements are symbols of the sentence, and tags behind them stand where they did") {
  const auto options = with_two_symbols(MarkupSyntax::kHtml);
  const std::string text = "<b>call <code> f(x) </code> now</b> or see <i>{y}</i>, <i>late</i>";
  CHECK(MarkedText(text, options).plain()[0] == "call ⟨1⟩ now or see ⟨2⟩, late");
  CHECK(translate_words(text, options, {{"call", "ruf"}, {"late", "spät"}}) ==
        "<b>ruf <code> f(x) </code> now</b> or see <i>{y}</i>, <i>spät</i>");
  CHECK(MarkedText("a <code></code> b <svg>{x}</svg> c", options).plain()[0] == "a b c");
}

TEST_CASE("words stand for protected parts, and are found by their links or letter by letter") {
  MarkupOptions options = with_two_symbols(MarkupSyntax::kPlain);
  options.symbols = {"cat", "Anna"};
  options.symbols_are_words = true;
  const MarkedText marked("the %s sees {x} and {y}", options);
  REQUIRE(marked.plain()[0] == "the cat sees Anna and {y}");
  // Tokens: the cat sees Anna and { y }, and: die Katze sieht Anna und { y }
  CHECK(marked.translated({{"die Katze sieht Anna und {y}", {{0, 0}, {1, 1}, {2, 2}, {4, 4}}}}) ==
        "die %s sieht {x} und {y}");
  CHECK(marked.translated({{"Anna, Anna sieht die Katze, {y}", {{1, 5}, {3, 0}}}}) ==
        "{x}, sieht die %s, {y}");
}

TEST_CASE("a translation may have a word that stands for nothing, or is part of another one") {
  MarkupOptions options = with_two_symbols(MarkupSyntax::kPlain);
  options.symbols = {"Ball", "man"};
  options.symbols_are_words = true;
  const MarkedText marked("a %s of it", options);
  REQUIRE(marked.plain()[0] == "a Ball of it");
  CHECK(marked.translated({{"man hat ein Ball vom Ballett", {}}}) == "man hat ein %s vom Ballett");
  CHECK(MarkedText("no spans", options).translated({{"man Ball", {}}}) == "man Ball");
  CHECK(MarkedText("Ball %s man", options).plain()[0] == "Ball %s man");
}

TEST_CASE("a space separates a word that stands for a part from letters that touch it") {
  MarkupOptions options = with_two_symbols(MarkupSyntax::kPlain);
  options.symbols = {"tree", "house"};
  options.symbols_are_words = true;
  const auto read = [&](const std::string& text) { return MarkedText(text, options).plain()[0]; };
  CHECK(read("A {n}kg dog") == "A tree kg dog");
  CHECK(read("{a}x{b} men") == "tree x house men");
  CHECK(read("sub{n}, ({m})") == "sub tree, (house)");
  CHECK(read("狗{n}猫") == "狗tree猫");
  CHECK(translate_words("A {n}kg dog", options, {{"dog", "Hund"}}) == "A {n} kg Hund");
  CHECK(translate_words("{a}x{b} men", options, {}) == "{a} x {b} men");
  CHECK(translate_words("{a}x{b} men", options, {{"x", "mal"}}) == "{a} mal {b} men");
  options.syntax = MarkupSyntax::kHtml;
  CHECK(translate_words("<b>{n}</b>kg <i>x{m}</i>", options, {{"kg", "Kilo"}}) ==
        "<b>{n}</b> Kilo <i>x {m}</i>");
}

TEST_CASE("sentences have symbols of their own") {
  auto options = with_two_symbols(MarkupSyntax::kHtml);
  options.cut_sentences = [](const std::string& plain) {
    const size_t end = plain.find(". ") + 2;
    return std::vector<std::string>{plain.substr(0, end), plain.substr(end)};
  };
  const MarkedText marked("see {x} here. go to {y} now", options);
  REQUIRE(marked.plain() == std::vector<std::string>{"see ⟨1⟩ here.", "go to ⟨1⟩ now"});
  CHECK(marked.translated({{"⟨1⟩.", {}}, {"hin ⟨1⟩", {}}}) == "{x}. hin {y}");
}

TEST_CASE("what a translation is to have has the symbols of its sentence") {
  const MarkedText marked = plain_text("{x} {x} and {y}");
  CHECK(marked.with_symbols(0, "und {y}") == "und {y}");  // there are two symbols only
  CHECK(marked.with_symbols(0, "{x} oder {x}, {x}") == "⟨1⟩ oder ⟨2⟩, {x}");
  CHECK(marked.with_symbols(0, "") == "");
  CHECK(plain_text("").with_symbols(0, "{x}") == "{x}");
}

}  // namespace dragoman
