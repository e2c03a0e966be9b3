#include "document/accelerator.h"

#include <string>

#include "catch.h"

namespace dragoman {

TEST_CASE("accelerators of any script stand before a letter, or in brackets at the end") {
  const auto with = [](const std::string& text, char32_t key) {
    return with_accelerator(text, {'_', key}, {});
  };
  CHECK(with("Файл", U'F') == "_Файл");
  CHECK(with("Экспорт PDF", U'E') == "_Экспорт PDF");
  CHECK(with("Экспорт PDF", U'p') == "Экспорт _PDF");
  CHECK(with("Öffnen", U'X') == "_Öffnen");
  CHECK(with("קובץ", U'F') == "_קובץ");
  for (const std::string words : {"PDF 导出", "PDF ファイル", "파일", "แฟ้ม", "फ़ाइल"}) {
    CHECK(with(words, U'f') == words + "(_F)");
    CHECK(with(words + "...", U'f') == words + "(_F)...");
    CHECK(with(words + "(&X)…", U'f') == words + "(_F)…");
    CHECK(with(words + "(F)：", U'f') == words + "(_F)：");
    CHECK(with(words + "(X)", U'f') == words + "(X)(_F)");
  }
  CHECK(with_accelerator("导出 Foo", {'_', U'F'}, {{0, 6}}) == "导出 _Foo");
  REQUIRE(find_accelerator("_Файл", '_', {}));
  CHECK(find_accelerator("_Файл", '_', {})->key == U'Ф');
  CHECK_FALSE(find_accelerator("再见 ~谢谢", '~', {}));
}

}  // namespace dragoman
