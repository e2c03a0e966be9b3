#include "metrics/bleu_tokenizer.h"

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "catch.h"
#include "metrics/ter.h"

namespace dragoman {
namespace {

struct Case {
  std::string line;
  std::string tokens;
};

std::string tokens_of(const Tokenize& tokenize, const std::string& line) {
  Tokens tokens;
  tokenize(line, tokens);
  std::string joined;
  for (const std::string_view token : tokens.views) {
    joined.append(joined.empty() ? "" : " ").append(token);
  }
  return joined;
}

// The tokens are sacreBLEU 2.6.0's, as from:
//   from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a; print(Tokenizer13a()(line))
void check_all(const Tokenize& tokenize, const std::vector<Case>& cases) {
  for (const Case& c : cases) CHECK(tokens_of(tokenize, c.line) == c.tokens);
}

void check_13a(const std::vector<Case>& cases) { check_all(tokenize_13a, cases); }

Tokenize tercom(const TerSettings& settings) {
  return [settings](std::string_view line, Tokens& tokens) {
    tokenize_tercom(line, settings, tokens);
  };
}

TEST_CASE("a blank line has no tokens") { check_13a({{"", ""}, {" \t\u00a0 ", ""}}); }

TEST_CASE("ASCII punctuation stands alone, apostrophes stay") {
  check_13a({
      {"Hello, world!", "Hello , world !"},
      {"(a)[b]{c}<d>/e\\f@g#h$i%j^k&l*m_n+o=p|q~r`s:t;u?v!w\"x'y",
       "( a ) [ b ] { c } < d > / e \\ f @ g # h $ i % j ^ k & l * m _ n + o = p | q ~ r ` s : t "
       "; u ? v ! w \" x'y"},
  });
}

TEST_CASE("other punctuation stays with its word") {
  check_13a({{"»Äpfel«, „Öl“ – für 5,50€…", "»Äpfel« , „Öl“ – für 5,50€…"}});
}

TEST_CASE("periods and commas leave a word but not the inside of a number") {
  check_13a({
      {"It's 3.14, not 1,000.", "It's 3.14 , not 1,000 ."},
      {"a.b,c .5 5. 5.a a.5 1,,2", "a . b , c . 5 5 . 5 . a a . 5 1 , , 2"},
      {"e.g. Mr. Smith... a..", "e . g . Mr . Smith . . . a . ."},
  });
}

TEST_CASE("only ASCII digits are digits") {
  check_13a({
      {"١.٢ ²,³", "١ . ٢ ² , ³"},
      {"né.É,ü 中.文,日 é1.é", "né . É , ü 中 . 文 , 日 é1 . é"},
  });
}

TEST_CASE("a dash leaves the number before it") {
  check_13a({{"2-3 a-b 3- -3 well-known 10-year", "2 - 3 a-b 3 - -3 well-known 10 - year"}});
}

TEST_CASE("four entities are unescaped, one after the other") {
  check_13a({
      {"&quot;A&quot; &amp; &lt;b&gt; &apos;c&apos;", "\" A \" & < b > & apos ; c & apos ;"},
      {"&amp;lt; &amp;quot; &amp;amp;", "< & quot ; & amp ;"},
  });
}

TEST_CASE("a long line takes time in proportion to its length") {
  constexpr size_t kEntities = 300000;
  std::string line;
  for (size_t i = 0; i < kEntities; ++i) line += "&amp;";
  const auto start = std::chrono::steady_clock::now();
  unescape_entities(line);
  CHECK(line == std::string(kEntities, '&'));
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));  // milliseconds
}

TEST_CASE("marks of skipped text vanish and line ends join words that a dash divides") {
  check_13a({
      {"x <skipped> y<skipped>z", "x yz"},
      {"inter-\nnational\nlaw", "international law"},
  });
}

TEST_CASE("every kind of white space divides tokens, zero-width characters do not") {
  check_13a(
      {{"a\u00a0b\u0085c\u2028d\u3000e\x1c"
        "f\x1fg\th\u200bi\ufeffj",
        "a b c d e f g h\u200bi\ufeffj"}});
}

TEST_CASE("tokenising tokens again changes nothing where no number is involved") {
  const std::string once =
      tokens_of(tokenize_13a, "\"So,\" she said (twice): it's done... — isn't it?");
  CHECK(tokens_of(tokenize_13a, once) == once);
}

TEST_CASE("international: all of Unicode's punctuation and symbols, but not between numbers") {
  check_all(tokenize_intl,
            {
                {"Hello, world! (3.14, 1,000)", "Hello , world ! ( 3.14 , 1,000)"},
                {"»Äpfel«, „Öl“ – für 5,50€…", "» Äpfel « , „ Öl “ – für 5,50 € …"},
                {"5. .5 5.,a a,.5 ١.٢ ²,³ Ⅻ.Ⅻ", "5 . . 5 5 . , a a , .5 ١.٢ ²,³ Ⅻ.Ⅻ"},
                {"a+b=c <d> 10°C 5$ £5 1½%", "a + b = c < d > 10 ° C 5 $ £ 5 1½%"},
                {"the end 2014.", "the end 2014."},
                {"日本、東京。「はい」", "日本 、 東京 。 「 はい 」"},
                {"x\u00a0y\u2009-z -1- 1-2", "x y - z - 1 - 1-2"},
                {"😀👍🏽 ❤️!?", "😀 👍 🏽 ❤ ️ ! ?"},
            });
}

TEST_CASE("Chinese: characters stand alone, the rest is as 13a without its margins and entities") {
  check_all(tokenize_zh, {
                             {"  .5 这是3.14，对吗？", ".5 这 是 3.14 ， 对 吗 ？"},
                             {"5.", "5."},
                             {"- 1- 1-2 中-国", "- 1 - 1 - 2 中 - 国"},
                             {"5.,中.文,5", "5 . , 中 . 文 , 5"},
                             {"第①章 ㍿ ﾃｽﾄ Ａ１", "第 ① 章 ㍿ ﾃ ｽ ﾄ Ａ １"},
                             {"“a” — b… → c", "“ a ” — b … → c"},
                             {"漢𠀀字", "漢 𠀀 字"},
                             {"&amp; <skipped>", "& amp ; < skipped >"},
                             {"a\u3000b", "a b"},
                             {"..a,,", ". . a , ,"},
                         });
}

TEST_CASE("characters: each but white space") {
  check_all(tokenize_char, {
                               {"a b\u00a0c", "a b c"},
                               {"né 中", "n é 中"},
                           });
}

const std::vector<TerSettings> kTercomSettings = {
    {},
    {.normalized = true},
    {.normalized = true, .asian_support = true},
    {.no_punct = true},
    {.no_punct = true, .asian_support = true},
    {.normalized = true, .no_punct = true},
    {true, true, true, true},
};

/// Checks the tokens of lines by each of these settings.
void check_tercom(const std::map<std::string, std::vector<std::string>>& lines) {
  for (const auto& [line, tokens] : lines) {
    REQUIRE(tokens.size() == kTercomSettings.size());
    for (size_t i = 0; i < tokens.size(); ++i) {
      INFO("settings " << i);
      CHECK(tokens_of(tercom(kTercomSettings[i]), line) == tokens[i]);
    }
  }
}

TEST_CASE("Tercom, by its settings: English and entities") {
  for (const TerSettings& each : kTercomSettings) CHECK(tokens_of(tercom(each), "").empty());
  check_tercom({
      {"It's Peter's, \"5.5\" -- 'S 3-4 the dogs' 's",
       {
           "it's peter's, \"5.5\" -- 's 3-4 the dogs' 's",
           "it 's peter's , \" 5.5 \" -- 's 3 - 4 the dogs' 's",
           "it 's peter's , \" 5.5 \" -- 's 3 - 4 the dogs' 's",
           "it's peter's 55 -- 's 3-4 the dogs' 's",
           "it's peter's 55 -- 's 3-4 the dogs' 's",
           "it 's peter's 55 -- 's 3 - 4 the dogs' 's",
           "It 's Peter's 55 -- 'S 3 - 4 the dogs' 's",
       }},
      {"It's. It's, X's! 10's \tNBSP's\u00a0x",
       {
           "it's. it's, x's! 10's nbsp's x",
           "it's . it's , x 's ! 10 's nbsp's x",
           "it's . it's , x 's ! 10 's nbsp's x",
           "it's it's x's 10's nbsp's x",
           "it's it's x's 10's nbsp's x",
           "it's it's x 's 10 's nbsp's x",
           "It's It's X 's 10 's NBSP's x",
       }},
      {"&quot;A&amp;B&quot; &lt;c&gt; a.b,c 1,000.5 5.",
       {
           "&quot;a&amp;b&quot; &lt;c&gt; a.b,c 1,000.5 5.",
           "\" a & b \" < c > a . b , c 1,000.5 5 .",
           "\" a & b \" < c > a . b , c 1,000.5 5 .",
           "&quota&ampb&quot &ltc&gt abc 10005 5",
           "&quota&ampb&quot &ltc&gt abc 10005 5",
           "a & b < c > a b c 10005 5",
           "A & B < c > a b c 10005 5",
       }},
  });
}

TEST_CASE("Tercom, by its settings: other scripts") {
  check_tercom({
      {"日本、東京。「はい」（３）！？カタカナ・ヒ ㍿々豈",
       {
           "日本、東京。「はい」（３）！？カタカナ・ヒ ㍿々豈",
           "日本、東京。「はい」（３）！？カタカナ・ヒ ㍿々豈",
           "日 本 、 東 京 。 「 はい 」 （ ３ ） ！ ？ カタカナ ・ ヒ ㍿ 々 豈",
           "日本、東京。「はい」（３）！？カタカナ・ヒ ㍿々豈",
           "日本東京はい３カタカナヒ ㍿々豈",
           "日本、東京。「はい」（３）！？カタカナ・ヒ ㍿々豈",
           "日 本 東 京 はい ３ カタカナ ヒ ㍿ 々 豈",
       }},
      {"ÀÉ ΑΣ. İx",
       {
           "àé ας. i̇x",
           "àé ας . i̇x",
           "àé ας . i̇x",
           "àé ας i̇x",
           "àé ας i̇x",
           "àé ας i̇x",
           "ÀÉ ΑΣ İx",
       }},
  });
}

TEST_CASE("tokenisers are found by name, and others refused with what to do") {
  for (const char* name : {"13a", "intl", "zh", "char", "none"}) {
    CHECK(bleu_tokenizer(name).name == name);
  }
  CHECK_THROWS_WITH(bleu_tokenizer("ja-mecab"), ContainsSubstring("needs MeCab"));
  CHECK_THROWS_WITH(bleu_tokenizer("flores200"), ContainsSubstring("flores200.model"));
  CHECK_THROWS_WITH(bleu_tokenizer("13b"), ContainsSubstring("unknown tokeniser `13b`"));
}

}  // namespace
}  // namespace dragoman
