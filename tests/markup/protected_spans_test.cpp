#include "markup/protected_spans.h"

#include "catch.h"
#include "markup/marked_text.h"
#include "word_for_word.h"

namespace dragoman {
namespace {

using Texts = std::vector<std::string>;

Texts protected_in(const std::string& text) {
  Texts found;
  for (const ByteSpan& span : protected_spans(text)) found.emplace_back(span.of(text));
  return found;
}

const MarkupOptions kProtectingPlain{.syntax = MarkupSyntax::kPlain, .kept_spans = protected_spans};
const MarkupOptions kProtectingHtml{.syntax = MarkupSyntax::kHtml, .kept_spans = protected_spans};

}  // namespace

TEST_CASE("placeholders of templates are protected") {
  CHECK(protected_in("Hello {{ user.name }}, {0} of {count} in ${home}, %{day}") ==
        Texts{"{{ user.name }}", "{0}", "{count}", "${home}", "%{day}"});
  CHECK(protected_in("{}{{x}}") == Texts{"{}", "{{x}}"});
  CHECK(protected_in("a set {1, 2}, {{unclosed, { }, ${a b}, {" + std::string(200, 'x') + "}")
            .empty());
}

TEST_CASE("conversions of printf are protected, percentages are not") {
  CHECK(protected_in("%s: %1$s, %(name)s, %-5.2f, %*d, %lld, %@ and %%") ==
        Texts{"%s", "%1$s", "%(name)s", "%-5.2f", "%*d", "%lld", "%@", "%%"});
  CHECK(protected_in("file_%d.txt, %dpx, 50%s") == Texts{"%d", "%d", "%s"});
  CHECK(protected_in("100 % sure, 100% of it, 5%, eine 20%ige L\xc3\xb6sung, %").empty());
}

TEST_CASE("URLs and e-mail addresses are protected without the punctuation after them") {
  CHECK(
      protected_in("See https://example.org/a?b=c&d=%20e. Or (www.example.org), \"ftp://x/y\"!") ==
      Texts{"https://example.org/a?b=c&d=%20e", "www.example.org", "ftp://x/y"});
  CHECK(protected_in("ask jane.doe+x@mail.example.org.") == Texts{"jane.doe+x@mail.example.org"});
  CHECK(protected_in("&quot;https://example.org/&quot;") == Texts{"https://example.org/"});
  CHECK(protected_in("at noon @home, 5@8, a://, www., e.g. this").empty());
}

TEST_CASE("URLs contain a reference at their end as a whole or not at all") {
  for (const std::string end : {"&apos;", "&#39;", "&#x27;", "&#34;", "&hellip;", "&#8230;",
                                "&rsquo;", "&rdquo;", "&#8221;", "&ndash;", "&apos;.",
                                ".&apos;)&#8230;", "&#34;&gt;x", "&#60;x", "\u2026", "\u2019"}) {
    CAPTURE(end);
    CHECK(protected_in("see 'http://e.org/?a=1" + end + " here") == Texts{"http://e.org/?a=1"});
    CHECK(protected_in("www.e.org/a" + end) == Texts{"www.e.org/a"});
  }
  for (const std::string end : {"&amp;", "&eacute;", "&#47;", "&copy;", "&lt=2", "&rsquo;s"}) {
    CAPTURE(end);
    CHECK(protected_in("http://e.org/?a=1" + end + ", b") == Texts{"http://e.org/?a=1" + end});
  }
  CHECK(protected_in("http://e.org/?a&none; b;") == Texts{"http://e.org/?a&none"});
}

TEST_CASE("URLs end at wide spaces and at punctuation of Chinese, Japanese and Korean") {
  for (const std::string end : {"\u00a0", "\u2009", "\u3000", "&nbsp;", "&#160;", "，", "。", "）",
                                "」", "！", "～", "｡", "”", "»"}) {
    CAPTURE(end);
    CHECK(protected_in("a “https://e.org/a?b=1&amp;c" + end + "词 d。") ==
          Texts{"https://e.org/a?b=1&amp;c"});
    CHECK(protected_in("（www.e.org/a" + end + "词") == Texts{"www.e.org/a"});
  }
  CHECK(protected_in("https://e.org/é佐々木・’x 々") == Texts{"https://e.org/é佐々木・’x"});
  CHECK(protected_in("a@e.org，b") == Texts{"a@e.org"});
  CHECK(protected_in("{a\u00a0b} {a&nbsp;b} {{a\u00a0b}} {ab}") == Texts{"{{a\u00a0b}}", "{ab}"});
}

TEST_CASE("URLs of ASCII end at letters of scripts without spaces, and Korean ones") {
  for (const std::string letters : {"をご覧", "获取", "カ", "를 보", "ดู", "ກ", "&#12434;"}) {
    CAPTURE(letters);
    CHECK(protected_in("https://e.org/ja/?a=1" + letters) == Texts{"https://e.org/ja/?a=1"});
    CHECK(protected_in("(www.e.org/a" + letters) == Texts{"www.e.org/a"});
  }
  CHECK(protected_in("https://e.org/привет x") == Texts{"https://e.org/привет"});
  CHECK(protected_in("https://例え.jp/テスト。") == Texts{"https://例え.jp/テスト"});
}

TEST_CASE("names of emoji are protected, times are not") {
  CHECK(protected_in("well done :+1: :smile: :thumbs_up:!") == Texts{":smile:", ":thumbs_up:"});
  CHECK(protected_in("10:30:20, a:b:c, note: this :").empty());
}

TEST_CASE("any text has spans in order that do not overlap") {
  for (const char* part : {"{", "%", "a%", "a@", "{{", "www.", "://", ":a", "a.b@c.", "{&a",
                           "a://&a", "，", "&#39;", "a://;"}) {
    std::string text;
    for (int i = 0; i < 20000; ++i) text += part;
    size_t end = 0;
    for (const ByteSpan& span : protected_spans(text)) {
      CHECK(span.begin >= end);
      CHECK(span.end > span.begin);
      end = span.end;
    }
    CHECK(end <= text.size());
  }
}

TEST_CASE("a protected span moves with the words that it is aligned with") {
  const MarkedText text("Hello {{name}}, welcome", kProtectingPlain);
  CHECK(text.plain() == Texts{"Hello {{name}}, welcome"});
  // Tokens: Hello { { name } } , welcome, and: willkommen Name , hallo
  const PlainTranslation translation{"willkommen Name, hallo", {{0, 3}, {3, 1}, {6, 2}, {7, 0}}};
  CHECK(text.translated({translation}) == "willkommen {{name}}, hallo");
}

TEST_CASE(
    "a protected span that the translation lacks is put in, and a copy of it is not doubled") {
  const MarkedText text("open %s now", kProtectingPlain);
  CHECK(text.translated({{"jetzt", {{3, 0}}}}).find("%s") != std::string::npos);
  CHECK(text.translated({{"%s jetzt \xc3\xb6"
                          "ffnen",
                          {}}}) ==
        "%s jetzt \xc3\xb6"
        "ffnen");
}

TEST_CASE("a span beside the translation keeps its distance") {
  CHECK(MarkedText("See it. {x}", kProtectingPlain).translated({{"Hier.", {{0, 0}, {2, 1}}}}) ==
        "Hier. {x}");
  CHECK(MarkedText("{x} \u2013 see it", kProtectingPlain)
            .translated({{"\u2013 hier", {{4, 0}, {5, 1}}}}) == "{x} \u2013 hier");
}

TEST_CASE("spans that a translation has too often are taken out") {
  const MarkedText text("open %s now", kProtectingPlain);
  CHECK(text.translated({{"jetzt %s %s auf", {}}}) == "jetzt %s auf");
  CHECK(text.translated({{"{x} jetzt %s, {y}", {}}}) == "jetzt %s,");
}

TEST_CASE("required words are neither replaced nor taken out") {
  MarkupOptions options = kProtectingPlain;
  options.takes_out_new = true;
  const MarkedText text("{name}, see our page", options);
  // Everything is linked to {name}.
  PlainTranslation translation{"unsere Seite www.example.org",
                               {{1, 0}, {1, 1}, {1, 2}, {1, 3}, {1, 4}, {1, 5}, {1, 6}}};
  CHECK(text.translated({translation}) == "{name}");
  translation.required = {{7, 28}};
  CHECK(text.translated({translation}) == "{name} Seite www.example.org");
  translation.required = {{0, 12}, {13, 28}};
  CHECK(text.translated({translation}) == "{name} unsere Seite www.example.org");
}

TEST_CASE("nothing protected comes before the prefix of a translation, or replaces words of it") {
  const MarkedText text("{name} and {0} came", kProtectingPlain);
  PlainTranslation translation{"es kamen Gast, Gast", {{1, 0}, {1, 1}, {1, 2}, {5, 4}}};
  CHECK(text.translated({translation}) == "{name}, {0}");
  translation.prefix = 8;
  CHECK(text.translated({translation}) == "es kamen {name}, {0}");
  translation = {"es kam {name} Gast", {{5, 5}}, {}, 13};
  CHECK(text.translated({translation}) == "es kam {name} {0}");
  const MarkedText unlinked("{name} came", kProtectingPlain);
  CHECK(unlinked.translated({{"kam", {{3, 0}}}}) == "{name} kam");
  CHECK(unlinked.translated({{"kam", {{3, 0}}, {}, 3}}) == "kam {name}");
}

TEST_CASE("a protected span behind the prefix does not part a required phrase that overlaps it") {
  const MarkedText text("{x} came", kProtectingPlain);
  PlainTranslation translation{"ein alter Mann kam", {{3, 3}}, {{0, 14}}, 3};
  CHECK(text.translated({translation}) == "ein alter Mann {x} kam");
  translation.required = {{0, 18}};
  CHECK(text.translated({translation}) == "ein alter Mann kam {x}");
}

TEST_CASE("in broken markup, too, protected spans keep off the prefix and required phrases") {
  const MarkedText text("{x} a man</i> came", kProtectingHtml);
  // Tokens: { x } a man came
  const std::vector<TokenLink> links = {{3, 0}, {4, 1}, {5, 2}};
  CHECK(text.translated({{"ein Mann kam", links}}) == "{x} ein Mann</i> kam");
  CHECK(text.translated({{"ein Mann kam", links, {}, 3}}) == "ein {x} Mann</i> kam");
  CHECK(text.translated({{"ein Mann kam", links, {}, 8}}) == "ein Mann {x}</i> kam");
  CHECK(text.translated({{"ein Mann kam", links, {}, 12}}) == "ein Mann kam {x}</i>");
  CHECK(text.translated({{"ein {x} Mann kam", {{3, 0}, {4, 4}, {5, 5}}, {}, 12}}) ==
        "ein {x} Mann</i> kam");
  const MarkedText inside("a {x} man</i>.", kProtectingHtml);
  CHECK(inside.translated({{"ein Mann.", {{0, 0}, {4, 1}, {5, 2}}, {{0, 8}}}}) ==
        "ein Mann {x}</i>.");
}

TEST_CASE("no space is left behind where the last words are replaced") {
  const MarkedText text("{x} dog", kProtectingPlain);
  // Tokens: { x } dog
  const std::vector<TokenLink> links = {{0, 1}, {1, 1}, {2, 3}, {3, 0}};
  CHECK(text.translated({{"ein Hund Rex Hund", links, {{9, 12}}}}) == "ein {x} Rex");
  CHECK(text.translated({{"ein Hund Rex Hund da", links, {{9, 12}}}}) == "ein {x} Rex da");
  CHECK(MarkedText("{x} dog ", kProtectingPlain)
            .translated({{"ein Hund Rex Hund", links, {{9, 12}}}}) == "ein {x} Rex ");
}

TEST_CASE("a protected span replaces its copy among required words") {
  const MarkedText text("at {h} sharp", kProtectingPlain);
  PlainTranslation translation{"genau {h} Uhr", {{1, 4}, {2, 4}, {3, 4}, {4, 0}}};
  translation.required = {{6, 13}};
  CHECK(text.translated({translation}) == "genau {h} Uhr");
}

TEST_CASE("protected spans that come together are parted as they were in the source") {
  CHECK(MarkedText("see {x} and {y}", kProtectingPlain).translated({{"a b", {{1, 0}, {5, 1}}}}) ==
        "{x} {y}");
  CHECK(MarkedText("see {x} and {y}", kProtectingPlain).translated({{"Tee.", {{1, 0}, {5, 1}}}}) ==
        "{x} {y}");
  CHECK(MarkedText("see {x}{y}", kProtectingPlain).translated({{"see", {{0, 0}}}}) == "see {x}{y}");
}

TEST_CASE("a protected span does not take the place of the full stop") {
  for (const std::string mark : {".", "?", "…", "。", "।", "؟", "۔"}) {
    const MarkedText text("I open {x}" + mark, kProtectingPlain);
    CHECK(text.translated({{"ich gehe" + mark, {{0, 0}, {1, 1}, {3, 2}}}}) ==
          "ich gehe {x}" + mark);
  }
}

TEST_CASE("plain text is no markup") {
  CHECK(translate_words("a < b &amp; <i>{x}</i>", kProtectingPlain, {}) ==
        "a < b &amp; <i>{x}</i>");
}

TEST_CASE("spans in markup are protected, too") {
  CHECK(translate_words("<b>see {{x}}</b> at https://example.org/?a=1&amp;b=2.", kProtectingHtml,
                        {{"see", "siehe"}, {"at", "bei"}}) ==
        "<b>siehe {{x}}</b> bei https://example.org/?a=1&amp;b=2.");
  CHECK(MarkedText("<p>see https://e.org/a&nbsp;{{a b}} now</p>", kProtectingHtml)
            .translated({{"siehe https://e.org/a {{a b}} jetzt", {}}}) ==
        "<p>siehe https://e.org/a&nbsp;{{a b}} jetzt</p>");
}

TEST_CASE("a space separates a protected span inside tags from the letters beside it") {
  const MarkedText text("see, <b>{x}</b>, here", kProtectingHtml);
  // Tokens: see , { x } , here
  CHECK(text.translated({{"a,b", {{0, 0}, {3, 1}, {6, 2}}}}) == "a <b>{x}</b> b");
  CHECK(text.translated({{"a-{x}-b", {{0, 0}, {6, 6}}}}) == "a-<b>{x}</b>-b");
  CHECK(MarkedText("<b>{x}</b> one", kProtectingHtml).translated({{"-eins", {{1, 0}, {3, 1}}}}) ==
        "<b>{x}</b> eins");
  CHECK(MarkedText("<i>one</i>, {x}", kProtectingHtml).translated({{"eins,", {{0, 0}, {3, 1}}}}) ==
        "<i>eins</i> {x}");
  CHECK(MarkedText("{x}, <i>one</i>", kProtectingHtml).translated({{"-eins", {{1, 0}, {4, 1}}}}) ==
        "{x} <i>eins</i>");
}

TEST_CASE("a space separates a protected span from letters of scripts with spaces only") {
  const MarkedText text("one {x} two", kProtectingPlain);
  const auto between = [&](const std::string& before, const std::string& after) {
    return text.translated({{before + "-" + after, {{0, 0}, {2, 1}, {4, 2}}}});
  };
  CHECK(between("gro\u00df", "\u00e4hm") == "gro\u00df {x} \u00e4hm");
  CHECK(between("белый", "дом") == "белый {x} дом");
  CHECK(between("cafe\u0301", "\u00bd") == "cafe\u0301 {x} \u00bd");
  CHECK(between("a_", "_b") == "a_{x}_b");
  for (const std::string letter : {"白", "か", "ー", "カ", "ไ", "ກ", "ក", "제"})
    CHECK(between(letter, letter) == letter + "{x}" + letter);
  CHECK(MarkedText("one {x} two", {.kept_spans = protected_spans})
            .translated({{"<-&", {{0, 0}, {2, 1}, {4, 2}}}}) == "&lt;{x}&amp;");
}

TEST_CASE("tags between a protected span and other text stay as close as in the source") {
  for (const std::string text : {"<b>one</b>{x}", "{x}<b>one</b> two", "<b>{x}</b>{y}",
                                 "{x}<b>{y}</b>", "<b>{x}</b><i>{y}</i>", "<b>{x}</b>, one"}) {
    CHECK(translate_words(text, kProtectingHtml, {}) == text);
  }
}

TEST_CASE("a reference behind a URL stays whole") {
  CHECK(translate_words("&apos;http://e.org/c&apos; see", kProtectingHtml, {{"see", "siehe"}}) ==
        "&apos;http://e.org/c&apos; siehe");
}

TEST_CASE("spans in attributes that are translated are protected, too") {
  MarkupOptions options = kProtectingHtml;
  options.attributes = true;
  const Dictionary german = {{"see", "siehe"}, {"at", "bei"}, {"x", "y"}};
  CHECK(translate_words("<img alt='see {{x}} &lt;at&gt;' title=\"{x}\">see", options, german) ==
        "<img alt='siehe {{x}} &lt;bei&gt;' title=\"{x}\">siehe");
  options.symbols = {"#1", "#2"};
  const MarkedText marked("<img alt='see {x}'>", options);
  CHECK(marked.plain() == Texts{"see #1"});
  REQUIRE(marked.kept(0).size() == 1);
  CHECK(marked.kept(0)[0].begin == 4);
  CHECK(marked.with_symbols(0, "see {x}") == "see #1");
  CHECK(marked.translated({{"#1 siehe", {}}}) == "<img alt='{x} siehe'>");
}

}  // namespace dragoman
