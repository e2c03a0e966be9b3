#include "markup/text_tokens.h"

#include <string>

#include "catch.h"
#include "markup/characters.h"

namespace dragoman {
namespace {

using Tokens = std::vector<std::string>;

Tokens tokens_in(const std::string& text) {
  Tokens found;
  for (const ByteSpan& token : text_tokens(text)) found.emplace_back(token.of(text));
  return found;
}

}  // namespace

TEST_CASE("words of katakana are one token, other letters without spaces one each") {
  CHECK(tokens_in("東京タワーへ行く") == Tokens{"東", "京", "タワー", "へ", "行", "く"});
  CHECK(tokens_in("カ・ガ佐々") == Tokens{"カ", "・", "ガ", "佐", "々"});
  CHECK(tokens_in("ｶﾞｲﾄﾞ x") == Tokens{"ｶﾞｲﾄﾞ", "x"});
  CHECK(tokens_in("don't 한국어") == Tokens{"don", "'", "t", "한국어"});
}

TEST_CASE("emoji that are joined, coloured or a flag are one token") {
  CHECK(tokens_in("家族👨‍👩‍👧だ") == Tokens{"家", "族", "👨‍👩‍👧", "だ"});
  CHECK(tokens_in("👍🏽👍") == Tokens{"👍🏽", "👍"});
  CHECK(tokens_in("🇩🇪🇫🇷🇯") == Tokens{"🇩🇪", "🇫🇷", "🇯"});
  CHECK(tokens_in("❤️1️⃣") == Tokens{"❤️", "1️⃣"});
}

TEST_CASE("two texts are one token where they meet if their letters are parts of a word") {
  CHECK(is_one_token("one", "two"));
  CHECK(is_one_token("ein é", "è"));
  CHECK(is_one_token("カ", "タカナ"));
  CHECK(is_one_token("x", "를"));
  CHECK_FALSE(is_one_token("“", "x"));
  CHECK_FALSE(is_one_token("x", "»"));
  CHECK_FALSE(is_one_token("按", "键"));
  CHECK_FALSE(is_one_token("ไทย", "ไทย"));
  CHECK_FALSE(is_one_token("one ", "two"));
  CHECK_FALSE(is_one_token("", "two"));
  CHECK_FALSE(is_one_token("one", ""));
}

TEST_CASE("letters are letters of any script, and symbols are none") {
  for (const std::string text : {"x", "5 °C", "é", "五", "ー", "ไ", "ع", "ª"})
    CHECK(has_letter(text));
  for (const std::string text :
       {"", "2024", "1,234.56", "٣", "…", "—", "©", "♪ ♪", "✓", "\u200b", "Ⅳ"})
    CHECK_FALSE(has_letter(text));
}

TEST_CASE("only Chinese and Japanese texts touch without a space") {
  CHECK(touch_without_space("你好。", "再见"));
  CHECK(touch_without_space("我昨天去了", "学校"));
  CHECK(touch_without_space("你好。", "Firefox"));
  CHECK_FALSE(touch_without_space("打开", "Firefox"));
  CHECK_FALSE(touch_without_space("Hello.", "你好"));
  CHECK_FALSE(touch_without_space("나는 어제", "학교에"));
  CHECK_FALSE(touch_without_space("😀", "😀"));
  CHECK_FALSE(touch_without_space("สวัสดี", "ชาวโลก"));
  CHECK_FALSE(touch_without_space("", "你好"));
}

}  // namespace dragoman
