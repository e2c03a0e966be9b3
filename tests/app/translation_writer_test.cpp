#include "app/translation_writer.h"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "catch.h"
#include "io/utf8.h"
#include "temporary_folder.h"

namespace dragoman {
namespace {

using Lines = std::vector<std::string>;

Lines written(const TranslationFormat& format,
              const std::vector<std::vector<Translation>>& translations) {
  const TemporaryFolder folder;
  TextWriter file(folder / "out.txt");
  TranslationWriter writer(file, format);
  for (const auto& line : translations) writer.write(line);
  file.close();
  return read_lines(folder / "out.txt");
}

Translation translation(const std::string& text, double log_probability, double score) {
  Translation result;
  result.text = text;
  result.log_probability = log_probability;
  result.score = score;
  return result;
}

/// "Das Haus" in two tokens of its two words, crossed.
Translation aligned() {
  Translation result = translation("Das Haus", -1.5, -0.5);
  result.tokens = {"▁Das", "▁Haus"};
  result.token_log_probabilities = {-0.1F, -1.3F, -0.1F};
  result.source_tokens = {"▁house", "▁the"};
  result.attention = {{0.2F, 0.7F}, {0.9F, 0.1F}};
  result.token_alignment = {{1, 0}, {0, 1}};
  result.word_alignment = {{0, 1}, {1, 0}};
  return result;
}

}  // namespace

TEST_CASE("text is the best translation of each line, with its alignment if that is asked for") {
  const std::vector<std::vector<Translation>> lines = {
      {aligned(), translation("worse", -3, -2)}, {Translation{}}, {}};
  CHECK(written({}, lines) == Lines{"Das Haus", "", ""});
  CHECK(written({.alignment = true}, lines) == Lines{"Das Haus ||| 0-1 1-0", " ||| ", ""});
  CHECK(written({.scores = true}, {{aligned()}}) == Lines{"-1.500000"});
}

TEST_CASE("Moses' format has a line for each translation") {
  const std::vector<std::vector<Translation>> lines = {{aligned(), translation("Haus", -3, -2)},
                                                       {translation("", -0.25, -0.25)}};
  CHECK(written({.format = OutputFormat::kMoses}, lines) ==
        Lines{"0 ||| Das Haus ||| log_probability= -1.500000 ||| -0.500000",
              "0 ||| Haus ||| log_probability= -3.000000 ||| -2.000000",
              "1 |||  ||| log_probability= -0.250000 ||| -0.250000"});
  CHECK(written({.format = OutputFormat::kMoses, .alignment = true}, {{aligned()}}) ==
        Lines{"0 ||| Das Haus ||| log_probability= -1.500000 ||| -0.500000 ||| 0-1 1-0"});
}

TEST_CASE("text cannot break Moses' format") {
  CHECK(written({.format = OutputFormat::kMoses}, {{translation("a ||| b|||| c|d || e", 0, 0)}}) ==
        Lines{"0 ||| a &#124;&#124;&#124; b&#124;&#124;&#124;| c|d || e ||| "
              "log_probability= 0.000000 ||| 0.000000"});
}

TEST_CASE("JSON has one object a line") {
  const Lines lines = written({.format = OutputFormat::kJson, .alignment = true},
                              {{aligned()}, {translation("a\"b", -2, -1)}});
  REQUIRE(lines.size() == 2);
  CHECK(lines[0] ==
        R"({"line":0,"translations":[{"text":"Das Haus","score":-0.5,"log_probability":-1.5,)"
        R"("tokens":["▁Das","▁Haus"],"token_log_probabilities":[-0.1,-1.3,-0.1],)"
        R"("source_tokens":["▁house","▁the"],"attention":[[0.2,0.7],[0.9,0.1]],)"
        R"("token_alignment":[[1,0],[0,1]],"word_alignment":[[0,1],[1,0]]}]})");
  const auto second = nlohmann::json::parse(lines[1]);
  CHECK(second["line"] == 1);
  CHECK(second["translations"][0]["text"] == "a\"b");
  CHECK(second["translations"][0]["attention"].empty());
}

TEST_CASE("JSON without alignment leaves its fields out") {
  const auto line =
      nlohmann::json::parse(written({.format = OutputFormat::kJson}, {{aligned()}}).front());
  CHECK(line["translations"][0].size() == 5);
}

TEST_CASE("numbers of JSON are read back as they were") {
  Translation exact = translation("", std::nextafter(-1.0, -2.0), 1.0 / 3);
  exact.token_log_probabilities = {std::nextafterf(-1.0F, -2.0F), -1e-30F, -0.0F, 16777216.0F,
                                   -std::numeric_limits<float>::infinity()};
  const auto line =
      nlohmann::json::parse(written({.format = OutputFormat::kJson}, {{exact}}).front());
  const auto& read = line["translations"][0];
  CHECK(read["log_probability"].get<double>() == exact.log_probability);
  CHECK(read["score"].get<double>() == exact.score);
  for (size_t i = 0; i < 4; ++i) {
    CHECK(read["token_log_probabilities"][i].get<float>() == exact.token_log_probabilities[i]);
  }
  CHECK(read["token_log_probabilities"][4].is_null());
}

TEST_CASE("JSON is valid UTF-8 on one line whatever a translation holds") {
  Translation odd = translation(
      "a\n\xff"
      "b\xe2\x80\xa8"
      "c",
      0, 0);
  odd.tokens = {"\xe2\x96"};
  const Lines lines = written({.format = OutputFormat::kJson}, {{odd}});
  REQUIRE(lines.size() == 1);
  CHECK(is_valid_utf8(lines[0]));
  CHECK(lines[0].find("\xe2\x80\xa8") == std::string::npos);
  CHECK(nlohmann::json::parse(lines[0])["translations"].size() == 1);
}

}  // namespace dragoman
