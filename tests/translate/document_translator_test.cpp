#include "translate/document_translator.h"

#include <stdexcept>

#include "catch.h"
#include "tiny_folders.h"
#include "translate/terminology.h"
#include "translate/translator.h"

namespace dragoman {
namespace {

SearchSettings of_document(DocumentFormat format) {
  SearchSettings settings;
  settings.document = format;
  settings.beam = 1;
  return settings;
}

std::string as_line(const Translator& translator, const std::string& line) {
  return translator.translate({line}, of_document(DocumentFormat::kNone))[0];
}

TEST_CASE("texts of documents are translated as lines are") {
  const Translator translator(tiny_translator());
  const std::string one = as_line(translator, "abc def"), two = as_line(translator, "fed");
  const auto translate = [&](const std::string& text, DocumentFormat format) {
    return translator.translate({text}, of_document(format))[0];
  };
  CHECK(translate("<p>abc def</p>\n<p>fed</p>\n", DocumentFormat::kHtml) ==
        "<p>" + one + "</p>\n<p>" + two + "</p>\n");
  CHECK(translate("msgid \"abc def\"\nmsgstr \"\"\n\nmsgid \"fed\"\nmsgstr \"\"\n",
                  DocumentFormat::kPo) ==
        "msgid \"abc def\"\nmsgstr \"" + one + "\"\n\nmsgid \"fed\"\nmsgstr \"" + two + "\"\n");
  CHECK(translate("1\n00:01 --> 00:02\nfed\n", DocumentFormat::kSrt) ==
        "1\n00:01 --> 00:02\n" + two + "\n");
  const std::string unit = "<xliff version=\"1.2\"><trans-unit><source>fed</source>";
  CHECK(translate(unit + "</trans-unit></xliff>", DocumentFormat::kXliff) ==
        unit + "<target>" + two + "</target></trans-unit></xliff>");
}

TEST_CASE("sentences of a document are translated each by itself") {
  const Translator translator(tiny_translator());
  const std::string one = as_line(translator, "abc."), two = as_line(translator, "Fed.");
  CHECK(translator.translate({"<p>abc. Fed.</p>"}, of_document(DocumentFormat::kHtml))[0] ==
        "<p>" + one + " " + two + "</p>");
}

TEST_CASE("a document of more sentences than are translated at a time is whole") {
  const Translator translator(tiny_translator());
  const std::string paragraph = "<p>" + as_line(translator, "ab") + "</p>\n";
  std::string page, expected;
  for (int i = 0; i < 4100; ++i) {
    page += "<p>ab</p>\n";
    expected += paragraph;
  }
  CHECK(translator.translate({page}, of_document(DocumentFormat::kHtml))[0] == expected);
}

TEST_CASE("scores, counts and notes of documents are those of their sentences") {
  const Translator translator(tiny_translator());
  TranslationCounts counts, of_lines;
  const auto found = translator.translate_n_best({{"<p>abc</p><p>de</p>"}, {"<br>"}},
                                                 of_document(DocumentFormat::kHtml), &counts);
  const auto lines =
      translator.translate_n_best({{"abc"}, {"de"}}, of_document(DocumentFormat::kNone), &of_lines);
  CHECK(found[0][0].score == lines[0][0].score + lines[1][0].score);
  CHECK(found[0][0].log_probability == lines[0][0].log_probability + lines[1][0].log_probability);
  CHECK(found[1][0].text == "<br>");
  CHECK(counts.lines == 2);
  CHECK(counts.source_tokens == of_lines.source_tokens);
  translator.translate_n_best(
      {{"<xliff version=\"2.0\">\n<segment>\n<source>a</source></segment></xliff>"}},
      of_document(DocumentFormat::kXliff), &counts);
  REQUIRE(counts.notes.size() == 1);
  CHECK(counts.notes[0].document == 2);
  CHECK(counts.notes[0].line == 1);
}

TEST_CASE("of several documents, an error names the wrong one") {
  const Translator translator(tiny_translator());
  const SearchSettings settings = of_document(DocumentFormat::kPo);
  const std::string good = "msgid \"ab\"\nmsgstr \"\"\n", bad = "msgid \"ab\"\nx\n";
  CHECK_THROWS_WITH(translator.translate({good, bad, good}, settings),
                    ContainsSubstring("text 1: line 2: "));
  CHECK_THROWS_WITH(translator.translate({bad}, settings), !ContainsSubstring("text"));
}

TEST_CASE("terms are looked for in the texts of a document") {
  const Translator translator(tiny_translator());
  const auto terms = std::make_shared<Terminology>(
      std::vector<std::pair<std::string, std::string>>{{"ab cd", "hg"}, {"title", "fff"}});
  const std::string page =
      translator
          .translate_n_best({{.text = "<p title=\"ab\">ab <b>cd</b></p>", .terminology = terms}},
                            of_document(DocumentFormat::kHtml))[0][0]
          .text;
  INFO(page);
  CHECK(page.find("hg") != std::string::npos);
  CHECK(page.find("fff") == std::string::npos);
}

TEST_CASE("options for lines are refused with documents") {
  const Translator translator(tiny_translator());
  SearchSettings settings = of_document(DocumentFormat::kHtml);
  TranslationRequest request{.text = "a", .prefix = "b"};
  CHECK_THROWS_AS(translator.translate_n_best({request}, settings), std::invalid_argument);
  CHECK_THROWS_AS(translator.check({request}, settings), std::invalid_argument);
  request = {.text = "a"};
  CHECK_NOTHROW(translator.check({request}, settings));
  request.watch.on_text = [](const std::string&) {};
  CHECK_THROWS_AS(translator.translate_n_best({request}, settings), std::invalid_argument);
  settings.alignment = true;
  CHECK_THROWS_AS(translator.translate({"a"}, settings), std::invalid_argument);
  CHECK_THROWS_AS(translator.translate({"a"}, of_document(DocumentFormat::kSrt)),
                  std::invalid_argument);
}

}  // namespace
}  // namespace dragoman
