#include "plot/run_chart.h"

#include <filesystem>

#include "catch.h"
#include "plot/chart_panel.h"
#include "temporary_folder.h"
#include "written_file.h"

using namespace dragoman;

namespace {

constexpr const char* kTrain =
    "update\tepoch\tloss\tlearning_rate\ttokens_per_second\n"
    "50\t1\t9.1\t1e-4\t15000\n100\t1\tnan\t2e-4\t15500\n150\t1\t6.5\t3e-4\t15200\n";
constexpr const char* kValid = "update\tloss\tbleu\tbest\tsample_1\n100\t7\t3.5\t1\tein \"Hund\n";

RunTables written_run(const std::string& folder, const std::string& valid = kValid) {
  std::filesystem::create_directories(folder);
  written_file(folder + "/train.tsv", kTrain);
  if (!valid.empty()) written_file(folder + "/valid.tsv", valid);
  return read_run(folder, std::filesystem::path(folder).filename());
}

std::vector<std::string> titles(const Chart& chart) {
  std::vector<std::string> titles;
  for (const ChartPanel& panel : chart.panels) titles.push_back(panel.title);
  return titles;
}

/// A curve that begins at 2, and then goes up and down from 0 to 1 but for `middle`.
std::string image_of_curve(size_t num_points, double middle, ImageFormat format) {
  Curve curve;
  for (size_t i = 0; i < num_points; ++i) {
    curve.x.push_back(static_cast<double>(i));
    curve.y.push_back(static_cast<double>(i % 2));
  }
  curve.y[0] = 2;
  curve.y[num_points / 2] = middle;
  ChartPanel panel;
  panel.curves = {curve};
  return draw_chart({"Update", {}, {panel}}, format);
}

}  // namespace

TEST_CASE("a curve of very many points is drawn by those that show") {
  CHECK(image_of_curve(200'000, 0.5, ImageFormat::kSvg).size() < 300'000);
  const auto png = [](size_t num_points, double middle) {
    return image_of_curve(num_points, middle, ImageFormat::kPng);
  };
  CHECK((png(200'000, 0.25) == png(200'000, 0.5)));  // between others
  CHECK((png(200'000, 1.5) != png(200'000, 0.5)));
  CHECK((png(200, 0.25) != png(200, 0.5)));
}

TEST_CASE("a run's chart shows loss, scores, learning rate and speed") {
  const TemporaryFolder folder;
  const Chart chart = chart_of({written_run(folder / "a")});
  CHECK(titles(chart) == std::vector<std::string>{"Loss per target token", "Validation BLEU",
                                                  "Learning rate", "Target tokens per second"});
  CHECK(chart.legend.empty());
  REQUIRE(chart.panels[0].curves.size() == 2);
  CHECK(chart.panels[0].curves[0].x == std::vector<double>{50, 100, 150});
  CHECK(chart.panels[0].curves[1].y == std::vector<double>{7});
  CHECK(chart.panels[1].curves[0].y == std::vector<double>{3.5});
  CHECK(chart.panels[3].curves[0].y == std::vector<double>{15000, 15500, 15200});
}

TEST_CASE("several runs are told apart by colours and named") {
  const TemporaryFolder folder;
  const RunTables with_chrf =
      written_run(folder / "b", "update\tloss\tbleu\tchrf\n100\t7\t3.5\t20\n");
  const Chart chart = chart_of({written_run(folder / "a"), with_chrf});
  REQUIRE(chart.legend.size() == 2);
  CHECK(chart.legend[1].label == "b");
  const ChartPanel& scores = chart.panels[1];
  CHECK(scores.title == "Validation BLEU and chrF");
  REQUIRE(scores.curves.size() == 3);
  CHECK(scores.curves[0].colour.red != scores.curves[1].colour.red);
  CHECK(scores.curves[1].colour.red == scores.curves[2].colour.red);
  CHECK(scores.legend.size() == 2);
}

TEST_CASE("translators and language models in one chart have a panel of scores each") {
  const TemporaryFolder folder;
  const RunTables language_model =
      written_run(folder / "b", "update\tloss\tbits_per_character\n100\t7\t2.5\n");
  const std::string bits = "Validation bits per character";
  CHECK(titles(chart_of({language_model}))[1] == bits);
  const Chart chart = chart_of({written_run(folder / "a"), language_model});
  REQUIRE(chart.panels.size() == 5);
  CHECK(chart.panels[1].title == "Validation BLEU");
  CHECK(chart.panels[2].title == bits);
  CHECK(chart.panels[2].curves[0].y == std::vector<double>{2.5});
}

TEST_CASE("a run without validation is drawn, one without a report is not") {
  const TemporaryFolder folder;
  for (const char* valid : {"", "update\tloss\tbleu\n"}) {
    const Chart chart = chart_of({written_run(folder / (valid[0] ? "header" : "none"), valid)});
    CHECK(chart.panels[0].curves.size() == 1);
    CHECK(chart.panels[1].curves.empty());
    CHECK(draw_chart(chart, ImageFormat::kSvg).starts_with("<?xml"));
  }
  written_file(folder / "train.tsv", "update\tloss\n");
  CHECK_THROWS_WITH(read_run(folder.path(), "new"), ContainsSubstring("has no report yet"));
}

TEST_CASE("a panel without a column, and one without finite values, say so") {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "a");
  written_file(folder / "a/train.tsv", "update\tloss\tlearning_rate\n50\tnan\t1e-4\n");
  const Chart chart = chart_of({read_run(folder / "a", "a")});
  CHECK(chart.panels[0].note == "no finite values");
  CHECK(chart.panels[1].note == "no validation yet");
  CHECK(chart.panels[3].note == "not in the run's tables");
}

TEST_CASE("a label that is wider than the chart loses its middle") {
  ChartCanvas canvas(ImageFormat::kSvg, 100, 100);
  const LegendEntry entry = {"erste " + std::string(200, 'x') + " läufe", {}};
  const LegendEntry fitted = fit_legend_entry(canvas, entry, 300);
  CHECK(legend_entry_width(canvas, fitted) <= 300);
  CHECK(legend_entry_width(canvas, fitted) > 280);
  CHECK(fitted.label.starts_with("erste x"));
  CHECK(fitted.label.ends_with("x läufe"));
  CHECK(fitted.label.find("x\u2026x") != std::string::npos);
  const double width = legend_entry_width(canvas, entry);
  CHECK(fit_legend_entry(canvas, entry, width).label == entry.label);
  CHECK(fit_legend_entry(canvas, entry, 1).label == "\u2026");
}

TEST_CASE("a chart is a whole image in both formats") {
  const TemporaryFolder folder;
  const Chart chart = chart_of({written_run(folder / "a"), written_run(folder / "b")});
  const std::string svg = draw_chart(chart, ImageFormat::kSvg);
  CHECK(svg.starts_with("<?xml"));
  CHECK(svg.ends_with("</svg>\n"));
  const std::string png = draw_chart(chart, ImageFormat::kPng);
  CHECK(png.starts_with("\x89PNG\r\n\x1a\n"));
  CHECK(png.find("IEND") != std::string::npos);
  CHECK(png == draw_chart(chart, ImageFormat::kPng));
}
