#include <string>

#include "catch.h"
#include "metrics/score_table.h"
#include "metrics/score_text.h"

namespace dragoman {
namespace {

// The outputs are sacreBLEU 2.6.0's but for the explanation of a test, which is ours.

const ScoreReport kBleu{
    "BLEU",
    79.527336883,
    "91.4/83.1/75.9/69.7 (BP = 0.999 ratio = 0.999 hyp_len = 3852 ref_len = 3856)",
    {{"nrefs", "#", "1"}, {"smooth", "s", "exp"}, {"version", "v", "2.6.0"}},
    ConfidenceInterval{79.4366, 2.0262}};
const ScoreReport kChrf{"chrF2", 88.0, "", {{"nrefs", "#", "1"}, {"nc", "nc", "6"}}, std::nullopt};

TEST_CASE("a score is a line with name, signature, confidence and details") {
  CHECK(format_score(kBleu, {}) ==
        "BLEU|nrefs:1|smooth:exp|version:2.6.0 = 79.5 (μ = 79.4 ± 2.0) " + kBleu.details);
  CHECK(format_score(kChrf, {.width = 3, .short_names = true}) == "chrF2|#:1|nc:6 = 88.000");
  CHECK(format_score(kBleu, {.score_only = true}) == "79.5 (μ = 79.4 ± 2.0)");
}

TEST_CASE("several scores are aligned at the equals sign") {
  CHECK(format_scores({kChrf, kBleu}, {}) ==
        "                   chrF2|nrefs:1|nc:6 = 88.0\n"
        "BLEU|nrefs:1|smooth:exp|version:2.6.0 = 79.5 (μ = 79.4 ± 2.0) " +
            kBleu.details);
}

TEST_CASE("JSON has the parts of the signature, and numbers as Python writes them") {
  CHECK(format_scores_json({kChrf}, {}) ==
        "{\n \"name\": \"chrF2\",\n \"score\": 88.0,\n \"signature\": \"nrefs:1|nc:6\",\n "
        "\"nrefs\": \"1\",\n \"nc\": \"6\"\n}");
  CHECK(format_scores_json({kChrf, kChrf}, {.score_only = true}) == "[\n88.0,\n88.0\n]");
  const std::string both = format_scores_json({kBleu, kChrf}, {});
  CHECK_THAT(both, Catch::Matchers::StartsWith("[\n{\n \"name\": \"BLEU\",\n \"score\": 79.5,\n"));
  CHECK_THAT(both, ContainsSubstring(" \"confidence_mean\": 79.4,\n \"confidence_var\": 2.0,\n "
                                     "\"confidence\": \"μ = 79.4 ± 2.0\",\n \"verbose_score\": "));
  CHECK_THAT(both, ContainsSubstring("\n},\n{\n \"name\": \"chrF2\""));
}

ScoreTable make_table(SignificanceTest test) {
  ScoreTable table{{"Baseline: a_1.txt", "b"}, {}, test, 100};
  const ConfidenceInterval confidence{12.25, 1.5};
  const bool is_bootstrap = test == SignificanceTest::kPairedBootstrap;
  PairedResult first{12.3, std::nullopt, std::nullopt};
  PairedResult second{11.0, std::nullopt, std::nullopt};
  if (test != SignificanceTest::kNone) second.p_value = 0.0099;
  if (is_bootstrap) first.confidence = second.confidence = confidence;
  table.columns.push_back({"BLEU", {{"nrefs", "#", "1"}}, {first, second}});
  return table;
}

TEST_CASE("systems make a table of text") {
  CHECK(format_table_text(make_table(SignificanceTest::kNone), {}) ==
        "╒═══════════════════╤════════╕\n"
        "│            System │  BLEU  │\n"
        "╞═══════════════════╪════════╡\n"
        "│ Baseline: a_1.txt │  12.3  │\n"
        "├───────────────────┼────────┤\n"
        "│                 b │  11.0  │\n"
        "╘═══════════════════╧════════╛\n"
        "\n"
        "-----------------\n"
        "Metric signatures\n"
        "-----------------\n"
        " - BLEU       nrefs:1");
}

TEST_CASE("a test of significance adds p-values, confidence, and what they mean") {
  const std::string text = format_table_text(make_table(SignificanceTest::kPairedBootstrap), {});
  CHECK_THAT(text, Catch::Matchers::StartsWith("╒═══════════════════╤═════════════════════╕\n"
                                               "│            System │  BLEU (μ ± 95% CI)  │\n"
                                               "╞═══════════════════╪═════════════════════╡\n"
                                               "│ Baseline: a_1.txt │  12.3 (12.2 ± 1.5)  │\n"
                                               "├───────────────────┼─────────────────────┤\n"
                                               "│                 b │  11.0 (12.2 ± 1.5)  │\n"
                                               "│                   │    (p = 0.0099)*    │\n"
                                               "╘═══════════════════╧═════════════════════╛\n"
                                               "\nPaired bootstrap test, 100 samples\n"));
}

TEST_CASE("a mark of significance at equal scores is explained") {
  ScoreTable table = make_table(SignificanceTest::kPairedBootstrap);
  const std::string note = "Equal scores marked * have the smallest p, as in sacreBLEU";
  CHECK_THAT(format_table_text(table, {}), !ContainsSubstring(note));
  std::vector<PairedResult>& results = table.columns[0].results;
  results[1].score = results[0].score;
  CHECK_THAT(format_table_text(table, {}), ContainsSubstring(note));
  results[1].p_value = 0.5;  // equal by chance: the segments differ
  CHECK_THAT(format_table_text(table, {}), !ContainsSubstring(note));
}

TEST_CASE("LaTeX escapes what it must") {
  const std::string text =
      format_table_latex(make_table(SignificanceTest::kPairedRandomization), {});
  CHECK_THAT(text, Catch::Matchers::StartsWith("\\begin{tabular}{rc}\n\\toprule\n"));
  CHECK_THAT(text, ContainsSubstring(" Baseline: a\\_1.txt &        12.3        \\\\\n"));
  CHECK_THAT(text,
             ContainsSubstring("                 b & 11.0 (p = 0.0099)* \\\\\n\\bottomrule\n"));
  ScoreTable table = make_table(SignificanceTest::kNone);
  table.systems[1] = "<~^\\{%>.txt";
  CHECK_THAT(format_table_latex(table, {}),
             ContainsSubstring("\\ensuremath{<}\\textasciitilde{}\\^{}\\textbackslash{}\\{\\%"
                               "\\ensuremath{>}.txt & "));
}

TEST_CASE("a table in JSON has strings, or with a test all numbers in full") {
  CHECK(format_table_json(make_table(SignificanceTest::kNone), {}) ==
        "[\n    {\n        \"system\": \"Baseline: a_1.txt\",\n        \"BLEU\": \"12.3\"\n    },\n"
        "    {\n        \"system\": \"b\",\n        \"BLEU\": \"11.0\"\n    }\n]");
  CHECK_THAT(format_table_json(make_table(SignificanceTest::kPairedRandomization), {}),
             ContainsSubstring("        \"BLEU\": {\n            \"score\": 11.0,\n            "
                               "\"p_value\": 0.0099,\n            \"mean\": null,\n            "
                               "\"ci\": null\n        }\n"));
}

TEST_CASE("JSON has U+FFFD in place of a name's bytes that are not UTF-8") {
  ScoreTable table = make_table(SignificanceTest::kNone);
  table.systems[1] = "caf\xe9.txt";
  CHECK_THAT(format_table_json(table, {}), ContainsSubstring("\"system\": \"caf\\ufffd.txt\""));
  ScoreReport report = kChrf;
  report.signature.push_back({"tok", "tok", "caf\xe9"});
  CHECK_THAT(format_scores_json({report}, {}), ContainsSubstring("\"tok\": \"caf\uFFFD\""));
}

TEST_CASE("colours go around words and do not count as width") {
  const ScoreTable table = make_table(SignificanceTest::kPairedRandomization);
  const std::string plain = format_table_text(table, {});
  std::string text = format_table_text(table, {.colors = true});
  CHECK_THAT(text, ContainsSubstring("\x1b[33mBaseline: a_1.txt\x1b[0m"));
  for (size_t at = text.find('\x1b'); at != std::string::npos; at = text.find('\x1b')) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  CHECK(text.substr(0, text.find("Paired")) == plain.substr(0, plain.find("Paired")));
}

}  // namespace
}  // namespace dragoman
