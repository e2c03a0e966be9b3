#include "translate/text_units.h"

#include "catch.h"

using namespace dragoman;

namespace {

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a text is cut into sentences, and into words with what stands between them") {
  CHECK(cut_text("A man. A dog!", TextUnit::kSentence) == Texts{"A man. ", "A dog!"});
  CHECK(cut_text("It's 3.5 m.", TextUnit::kWord) == Texts{"It's", " ", "3.5", " ", "m", "."});
}

TEST_CASE("a text is not cut inside a URL or a name, or before who said it") {
  CHECK(cut_text("See e.org/?a=1 now. Yes", TextUnit::kSentence) ==
        Texts{"See e.org/?a=1 now. ", "Yes"});
  CHECK(cut_text("Yahoo!ニュース。次", TextUnit::kSentence) == Texts{"Yahoo!ニュース。", "次"});
  CHECK(cut_text("「はい。」と言った。「次。」", TextUnit::kSentence) ==
        Texts{"「はい。」と言った。", "「次。」"});
}

// Hello, people, world; I like studying; Japanese is studied; the Lao language; Burmese words.
TEST_CASE("words are found in scripts that write no spaces between them") {
  CHECK(cut_text("สวัสดีชาวโลก", TextUnit::kWord) == Texts{"สวัสดี", "ชาว", "โลก"});
  CHECK(cut_text("我喜欢学习", TextUnit::kWord) == Texts{"我", "喜欢", "学习"});
  CHECK(cut_text("日本語を勉強", TextUnit::kWord) == Texts{"日本語", "を", "勉強"});
  CHECK(cut_text("ພາສາລາວ", TextUnit::kWord) == Texts{"ພາສາ", "ລາວ"});
  CHECK(cut_text("မြန်မာစကား", TextUnit::kWord) == Texts{"မြန်မာ", "စကား"});
}
