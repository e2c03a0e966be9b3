#include "data/file_languages.h"

#include "catch.h"

namespace dragoman {

TEST_CASE("names of files tell their languages") {
  const auto [path, language] =
      GENERATE(table<std::string, std::string>({{"train.en", "en"},
                                                {"a/b.c/train.de.gz", "de"},
                                                {"corpus.de-en.en", "en"},
                                                {"news_fr.txt", "fr"},
                                                {"pt.txt.gz", "pt"},
                                                {"train.pt-BR", "pt"},
                                                {"x.zh_Hant", "zh"},
                                                {"train.pt_br", "pt"},
                                                {"zh-tw.txt", "zh"},
                                                {"news.en_us", "en"},
                                                {"corpus.fr-ca.ca", "ca"},
                                                {"train.br", "br"},
                                                {"train.pt.br", "br"},
                                                {"en-de", "de"},
                                                {"t.ast", "ast"},
                                                {"train.src", ""},
                                                {"source", ""},
                                                {"de.d/train", ""},
                                                {"train.EN", ""},
                                                {"", ""}}));
  INFO(path);
  CHECK(language_of_file(path).value_or("") == language);
}

TEST_CASE("the name of a file of both languages tells both") {
  using Languages = std::pair<std::string, std::string>;
  CHECK(languages_of_file("train.en-de.tsv") == Languages{"en", "de"});
  CHECK(languages_of_file("en_pt-BR.tsv.gz") == Languages{"en", "pt"});
  CHECK(languages_of_file("en-zh_tw.tsv") == Languages{"en", "zh"});
  CHECK(languages_of_file("zh-cn_en-gb.tsv") == Languages{"zh", "en"});
  CHECK(languages_of_file("pt-br.tsv") == Languages{"pt", "br"});
  CHECK(languages_of_file("train.tw-zh.tsv") == Languages{"tw", "zh"});
  CHECK_FALSE(languages_of_file("train.tsv"));
  CHECK_FALSE(languages_of_file("train.de.tsv"));
  CHECK_FALSE(languages_of_file("de-de.tsv"));
}

}  // namespace dragoman
