#include "metrics/tokenize_13a.h"

#include <string>
#include <vector>

#include "catch.h"

namespace dragoman {
namespace {

struct Case {
  std::string line;
  std::string tokens;
};

// The right-hand sides are sacreBLEU 2.6.0's:
//   from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a; print(Tokenizer13a()(line))
void check_all(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CHECK(tokenize_13a(c.line) == c.tokens);
  }
}

TEST_CASE("a blank line has no tokens") { check_all({{"", ""}, {" \t\u00a0 ", ""}}); }

TEST_CASE("ASCII punctuation stands alone, apostrophes stay") {
  check_all({
      {"Hello, world!", "Hello , world !"},
      {"(a)[b]{c}<d>/e\\f@g#h$i%j^k&l*m_n+o=p|q~r`s:t;u?v!w\"x'y",
       "( a ) [ b ] { c } < d > / e \\ f @ g # h $ i % j ^ k & l * m _ n + o = p | q ~ r ` s : t "
       "; u ? v ! w \" x'y"},
  });
}

TEST_CASE("other punctuation stays with its word") {
  check_all({{"»Äpfel«, „Öl“ – für 5,50€…", "»Äpfel« , „Öl“ – für 5,50€…"}});
}

TEST_CASE("periods and commas leave a word but not the inside of a number") {
  check_all({
      {"It's 3.14, not 1,000.", "It's 3.14 , not 1,000 ."},
      {"a.b,c .5 5. 5.a a.5 1,,2", "a . b , c . 5 5 . 5 . a a . 5 1 , , 2"},
      {"e.g. Mr. Smith... a..", "e . g . Mr . Smith . . . a . ."},
  });
}

TEST_CASE("only ASCII digits are digits") {
  check_all({
      {"١.٢ ²,³", "١ . ٢ ² , ³"},
      {"né.É,ü 中.文,日 é1.é", "né . É , ü 中 . 文 , 日 é1 . é"},
  });
}

TEST_CASE("a dash leaves the number before it") {
  check_all({{"2-3 a-b 3- -3 well-known 10-year", "2 - 3 a-b 3 - -3 well-known 10 - year"}});
}

TEST_CASE("four entities are unescaped, one after the other") {
  check_all({
      {"&quot;A&quot; &amp; &lt;b&gt; &apos;c&apos;", "\" A \" & < b > & apos ; c & apos ;"},
      {"&amp;lt; &amp;quot; &amp;amp;", "< & quot ; & amp ;"},
  });
}

TEST_CASE("marks of skipped text vanish and line ends join words that a dash divides") {
  check_all({
      {"x <skipped> y<skipped>z", "x yz"},
      {"inter-\nnational\nlaw", "international law"},
  });
}

TEST_CASE("every kind of white space divides tokens, zero-width characters do not") {
  check_all(
      {{"a\u00a0b\u0085c\u2028d\u3000e\x1c"
        "f\x1fg\th\u200bi\ufeffj",
        "a b c d e f g h\u200bi\ufeffj"}});
}

TEST_CASE("tokenising tokens again changes nothing where no number is involved") {
  const std::string once = tokenize_13a("\"So,\" she said (twice): it's done... — isn't it?");
  CHECK(tokenize_13a(once) == once);
}

}  // namespace
}  // namespace dragoman
