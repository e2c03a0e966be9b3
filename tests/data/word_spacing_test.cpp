#include "data/word_spacing.h"

#include "catch.h"

namespace dragoman {
namespace {

bool lacks_spaces(const std::vector<std::string>& lines) {
  WordSpacing spacing;
  for (const std::string& line : lines) spacing.add(line);
  return spacing.is_missing();
}

std::string sides_without_spaces(const SentencePair& pair) {
  PairSpacing spacing;
  spacing.add(pair);
  return spacing.sides_without_spaces();
}

}  // namespace

TEST_CASE("text of scripts without spaces lacks them, unless its words are separated") {
  CHECK(lacks_spaces({"グラフの種類を変更します。", "ファイル 一覧", "PDF ファイルとして保存"}));
  CHECK(lacks_spaces({"一个男人在睡觉。"}));
  CHECK(lacks_spaces({"ผู้ชายคนหนึ่งกำลังนอนหลับ"}));
  CHECK(!lacks_spaces({"グラフ の 種類 を 変更 し ます 。"}));
  CHECK(!lacks_spaces({"一个 男人 在 睡觉 。"}));
  CHECK(!lacks_spaces({"A man sleeps.", "파일을 저장합니다.", "पुरुष सो रहा है।", "Мужчина спит."}));
  CHECK(!lacks_spaces({"The film 我的父亲母亲 is called The Road Home in English."}));
  CHECK(!lacks_spaces({}));
}

TEST_CASE("the sides that lack spaces are named") {
  const std::string none = "グラフの種類を変更します。", some = "Change the type of the chart.";
  CHECK(sides_without_spaces({some, some, {}}).empty());
  CHECK(sides_without_spaces({none, some, {}}) == "the source is");
  CHECK(sides_without_spaces({some, none, {}}) == "the target is");
  CHECK(sides_without_spaces({none, none, {}}) == "source and target are");
}

}  // namespace dragoman
