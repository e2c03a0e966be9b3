#include "serve/text_sentences.h"

#include <algorithm>
#include <random>

#include "catch.h"

using namespace dragoman;

namespace {

using Texts = std::vector<std::string>;

/// The text again.
std::string rejoined(const TextSentences& pieces) {
  std::string text = pieces.between.front();
  for (size_t i = 0; i < pieces.sentences.size(); ++i)
    text += pieces.sentences[i] + pieces.between[i + 1];
  return text;
}

/// Returns for each sentence its place in the text, in bytes.
std::vector<ByteSpan> places_of(const TextSentences& pieces) {
  std::vector<ByteSpan> places;
  size_t end = 0;
  for (size_t i = 0; i < pieces.sentences.size(); ++i) {
    const size_t begin = end + pieces.between[i].size();
    end = begin + pieces.sentences[i].size();
    places.push_back({begin, end});
  }
  return places;
}

}  // namespace

TEST_CASE("a text is split into sentences and the text between them") {
  const SentenceSplitter splitter("en");
  const TextSentences pieces = splitter.split("  One dog.  Two cats!\n\nThree?\tFour");
  CHECK(pieces.sentences == Texts{"One dog.", "Two cats!", "Three?", "Four"});
  CHECK(pieces.between == Texts{"  ", "  ", "\n\n", "\t", ""});
}

TEST_CASE("the pieces of any text add up to the text") {
  const SentenceSplitter splitter("de");
  const std::string text = GENERATE(as<std::string>(), "", " ", "\n", "a",
                                    "Ein Satz. Noch einer.\r\n\r\n  Ein dritter \n",
                                    "\xE2\x80\xA8Zeile\xC2\x85Zeile\x0B\x0CZeile", "你好。再见。",
                                    "\xC2\xA0"
                                    "x\xE3\x80\x80",
                                    std::string("a\0b", 3), "...?!... \xF0\x9F\x98\x80 !");
  CHECK(rejoined(splitter.split(text)) == text);
  CHECK(rejoined(split_lines(text)) == text);
}

TEST_CASE("no sentence holds the end of a line") {
  const SentenceSplitter splitter("en");
  const TextSentences pieces = splitter.split("Mr.\nSmith went\rhome\xE2\x80\xA9now\xC2\x85.");
  CHECK(pieces.sentences == Texts{"Mr.", "Smith went", "home", "now", "."});
}

TEST_CASE("the lines of a text are what is between the ends of lines") {
  const std::string text = "a\r\nb\xE2\x80\xA9\u00e4\xC2\x85";
  Texts lines;
  for (const ByteSpan& line : line_spans(text)) lines.emplace_back(line.of(text));
  CHECK(lines == Texts{"a", "", "b", "\u00e4", ""});
}

TEST_CASE("abbreviations of the language end no sentence") {
  CHECK(SentenceSplitter("en").split("Mr. Smith is here. Good.").sentences ==
        Texts{"Mr. Smith is here.", "Good."});
  CHECK(SentenceSplitter("fr").split("M. Dupont est là. Bon.").sentences ==
        Texts{"M. Dupont est là.", "Bon."});
  CHECK(SentenceSplitter("es").split("El Sr. López vino. Bien.").sentences ==
        Texts{"El Sr. López vino.", "Bien."});
}

TEST_CASE("a semicolon ends a question in Greek, and nothing elsewhere") {
  CHECK(SentenceSplitter("el").split("Τι κάνεις; Καλά.").sentences == Texts{"Τι κάνεις;", "Καλά."});
  CHECK(SentenceSplitter("en").split("Τι κάνεις; Καλά.").sentences == Texts{"Τι κάνεις; Καλά."});
}

TEST_CASE("any label may stand for the language") {
  const std::string language = GENERATE(as<std::string>(), "", "xx", "English (all kinds)", "@;=");
  CHECK(SentenceSplitter(language).split("One. Two.").sentences == Texts{"One.", "Two."});
}

TEST_CASE("a text is split into lines if not into sentences") {
  const TextSentences pieces = split_lines("One. Two.\n Three.");
  CHECK(pieces.sentences == Texts{"One. Two.", "Three."});
  CHECK(pieces.between == Texts{"", "\n ", ""});
}

TEST_CASE("a line that is no sentence ends with LF or CR LF alone, as in a file") {
  const TextSentences pieces = split_lines(
      "a\r\nb\x0B"
      "b\u0085\u2028\u2029"
      "b\f\rb\r\n\nc");
  CHECK(pieces.sentences == Texts{"a",
                                  "b\x0B"
                                  "b\u0085\u2028\u2029"
                                  "b\f\rb",
                                  "c"});
  CHECK(pieces.between == Texts{"", "\r\n", "\r\n\n", ""});
}

TEST_CASE("translations stand where their sentences stood") {
  const TextSentences pieces = SentenceSplitter("en").split(" One.  Two.\n\nThree. ");
  CHECK(pieces.join({"1", "2", "3"}) == " 1  2\n\n3 ");
  CHECK(TextSentences{{}, {"\n"}}.join({}) == "\n");
}

TEST_CASE("translations from a script without spaces get them, those within one do not") {
  const TextSentences pieces = SentenceSplitter("zh").split("你好。再见。");
  CHECK(pieces.sentences == Texts{"你好。", "再见。"});
  CHECK(pieces.join({"Hello.", "Goodbye."}) == "Hello. Goodbye.");
  CHECK(pieces.join({"こんにちは。", "さようなら。"}) == "こんにちは。さようなら。");
  CHECK(pieces.join({"안녕.", "잘 가."}) == "안녕. 잘 가.");
  CHECK(pieces.join({"Hello.", ""}) == "Hello.");
}

TEST_CASE("no space is left between translations into a script without spaces") {
  const SentenceSplitter splitter("en");
  const TextSentences pieces = splitter.split("One. Two. Three.");
  CHECK(pieces.join({"一。", "二。", "三。"}) == "一。二。三。");
  CHECK(pieces.join({"一。", "Firefox。", "三。"}) == "一。Firefox。三。");
  CHECK(pieces.join({"하나.", "둘.", "셋"}) == "하나. 둘. 셋");
  CHECK(splitter.split("One.\nTwo.  Three.").join({"一。", "二。", "三。"}) == "一。\n二。  三。");
}

TEST_CASE("no sentence ends inside a URL or a name, or before who said it") {
  const SentenceSplitter splitter("en");
  const auto split = [&](const std::string& text) { return splitter.split(text).sentences; };
  CHECK(split("See https://example.org/?a=1 now. Yes?") ==
        Texts{"See https://example.org/?a=1 now.", "Yes?"});
  CHECK(split("Yahoo!ニュースです。次。") == Texts{"Yahoo!ニュースです。", "次。"});
  CHECK(split("「はい。」と彼は言った。「いいえ。」次。") ==
        Texts{"「はい。」と彼は言った。", "「いいえ。」", "次。"});
  CHECK(split("「行く。」って言った。") == Texts{"「行く。」って言った。"});
  CHECK(split("What? No! Yes") == Texts{"What?", "No!", "Yes"});
}

TEST_CASE("a span over the end of a sentence makes one sentence of two, and spans become theirs") {
  TextSentences pieces{{"ab.", "cd.", "ef"}, {" ", " ", "\n", ""}};
  const std::vector<ByteSpan> spans = {{0, 2}, {2, 6}, {9, 10}};
  pieces.unite(spans);
  CHECK(pieces.sentences == std::vector<std::string>{"ab. cd.", "ef"});
  CHECK(pieces.between == std::vector<std::string>{" ", "\n", ""});
  const auto found = pieces.spans_of_sentences(spans);
  REQUIRE(found.size() == 2);
  REQUIRE(found[0].size() == 2);
  CHECK((found[0][0].begin == 0 && found[0][0].end == 1));
  CHECK((found[0][1].begin == 1 && found[0][1].end == 5));
  REQUIRE(found[1].size() == 1);
  CHECK((found[1][0].begin == 0 && found[1][0].end == 1));
}

TEST_CASE("spans in any order unite the sentences between which they go on, and no others") {
  std::mt19937 random(GENERATE(range(0, 20)));
  const auto below = [&](size_t count) { return random() % count; };
  TextSentences pieces{{}, {" "}};
  for (int i = 0; i < 30; ++i) {
    pieces.sentences.emplace_back(1 + below(4), 'a');
    pieces.between.emplace_back(below(3), ' ');
  }
  const std::string text = rejoined(pieces);
  std::vector<ByteSpan> spans;
  for (int i = 0; i < 12; ++i) {
    const size_t begin = below(text.size());
    spans.push_back({begin, std::min(text.size(), begin + 1 + below(8))});
  }
  const std::vector<ByteSpan> before = places_of(pieces);
  size_t num_united = 0;
  for (size_t i = 1; i < before.size(); ++i) {
    num_united += std::any_of(spans.begin(), spans.end(), [&](const ByteSpan& span) {
      return span.begin < before[i - 1].end && span.end > before[i].begin;
    });
  }
  pieces.unite(spans);
  CHECK(rejoined(pieces) == text);
  CHECK(pieces.sentences.size() == 30 - num_united);
  const std::vector<ByteSpan> places = places_of(pieces);
  const auto found = pieces.spans_of_sentences(spans);
  REQUIRE(found.size() == places.size());
  for (size_t i = 0; i < places.size(); ++i) {
    size_t at = 0;
    for (const ByteSpan& span : spans) {
      const size_t begin = std::max(span.begin, places[i].begin),
                   end = std::min(span.end, places[i].end);
      if (begin >= end) continue;
      REQUIRE(at < found[i].size());
      CHECK(found[i][at].begin == begin - places[i].begin);
      CHECK(found[i][at++].end == end - places[i].begin);
    }
    CHECK(at == found[i].size());
  }
}

TEST_CASE("many spans in many sentences are found in one walk") {
  TextSentences pieces{std::vector<std::string>(100'000, "a"),
                       std::vector<std::string>(100'001, " ")};
  const std::vector<ByteSpan> spans(200'000, {1, 2});
  pieces.unite(spans);
  CHECK(pieces.spans_of_sentences(spans).front().size() == spans.size());
}
