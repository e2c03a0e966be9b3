#include "plot/run_chart.h"

#include <filesystem>
#include <set>
#include <stdexcept>

#include "io/folder.h"
#include "io/utf8.h"
#include "plot/chart_style.h"

namespace dragoman {
namespace {

/// Colours that colour-blind people can distinguish (after Okabe and Ito).
constexpr Colour kColours[kMostRuns] = {{0.00, 0.45, 0.70}, {0.84, 0.37, 0.00}, {0.00, 0.62, 0.45},
                                        {0.80, 0.47, 0.65}, {0.90, 0.62, 0.00}, {0.34, 0.71, 0.91},
                                        {0.25, 0.25, 0.25}, {0.55, 0.34, 0.29}};

constexpr double kPaleOpacity = 0.5;

/// A curve of a run. With one run, each series has its own colour. With several, the colour shows
/// the run, and the style shows the series.
struct Series {
  const char* column;
  const char* label;
  size_t colour;  // used with one run
  CurveStyle style;
  bool pale = false;  // used with several runs
};

constexpr Series kTrainingLoss = {"loss", "training", 0, CurveStyle::kThin, true};
constexpr Series kValidationLoss = {"loss", "validation", 1, CurveStyle::kDotted};
constexpr Series kBleu = {"bleu", "BLEU", 1, CurveStyle::kDotted};
constexpr Series kChrf = {"chrf", "chrF", 2, CurveStyle::kDashed};
constexpr Series kBits = {"bits_per_character", "bits per character", 1, CurveStyle::kDotted};
constexpr Series kLearningRate = {"learning_rate", "", 0, CurveStyle::kThin};
constexpr Series kSpeed = {"tokens_per_second", "", 0, CurveStyle::kThin};

constexpr const char* kNoColumn = "not in the run's tables";
constexpr const char* kNotFinite = "no finite values";
constexpr const char* kNoValidation = "no validation yet";

/// Builds the panels of all runs.
class Panels {
 public:
  explicit Panels(const std::vector<RunTables>& runs) : runs_(runs) {}

  ChartPanel loss() const {
    ChartPanel panel;
    panel.legend_at_top = true;
    panel.note = kNoColumn;
    add_training(panel, kTrainingLoss);
    add_validation(panel, kValidationLoss);
    panel.title =
        panel.legend.size() > 1 ? "Loss per target token" : "Training loss per target token";
    return panel;
  }

  /// Returns a panel for translators and one for language models, if both have validations.
  std::vector<ChartPanel> scores() const {
    ChartPanel translations = score_panel({kBleu, kChrf});
    translations.title =
        translations.legend.size() > 1 ? "Validation BLEU and chrF" : "Validation BLEU";
    ChartPanel texts = score_panel({kBits});
    texts.title = "Validation bits per character";
    if (texts.curves.empty()) return {translations};
    if (translations.curves.empty()) return {texts};
    return {translations, texts};
  }

  ChartPanel training(const std::string& title, const Series& series) const {
    ChartPanel panel;
    panel.title = title;
    panel.from_zero = true;
    panel.note = kNoColumn;
    add_training(panel, series);
    panel.legend.clear();
    return panel;
  }

 private:
  ChartPanel score_panel(const std::vector<Series>& scores) const {
    ChartPanel panel;
    panel.from_zero = true;
    panel.note = kNoValidation;
    for (const Series& series : scores) add_validation(panel, series);
    return panel;
  }

  bool several() const { return runs_.size() > 1; }

  void add_training(ChartPanel& panel, const Series& series) const {
    for (size_t i = 0; i < runs_.size(); ++i) add_curve(panel, runs_[i].train, series, i);
  }

  void add_validation(ChartPanel& panel, const Series& series) const {
    for (size_t i = 0; i < runs_.size(); ++i) {
      if (runs_[i].valid) add_curve(panel, *runs_[i].valid, series, i);
    }
  }

  void add_curve(ChartPanel& panel, const RunTable& table, const Series& series, size_t run) const {
    if (!table.has_column(series.column) || table.num_rows() == 0) return;
    Colour colour = kColours[several() ? run : series.colour];
    if (several() && series.pale) colour.opacity = kPaleOpacity;
    panel.note = kNotFinite;
    panel.curves.push_back(
        {table.numbers("update"), table.numbers(series.column), colour, series.style});
    add_legend(panel, series);
  }

  void add_legend(ChartPanel& panel, const Series& series) const {
    if (!panel.legend.empty() && panel.legend.back().label == series.label) return;
    panel.legend.push_back(
        {series.label, several() ? kFaintInk : kColours[series.colour], series.style});
  }

  const std::vector<RunTables>& runs_;
};

/// Returns the folders' names. If two are equal, returns the folders as given.
std::vector<std::string> names_of(const std::vector<std::string>& runs) {
  std::vector<std::string> names;
  for (const std::string& run : runs) names.push_back(folder_name(run));
  if (std::set(names.begin(), names.end()).size() < names.size()) names = runs;
  for (std::string& name : names) name = replace_invalid_utf8(name);
  return names;
}

std::vector<RunTables> read_runs(const std::vector<std::string>& folders) {
  if (folders.size() > kMostRuns) {
    throw std::invalid_argument(std::to_string(folders.size()) + " runs, but a chart shows " +
                                std::to_string(kMostRuns) + " at most; draw several charts");
  }
  const std::vector<std::string> names = names_of(folders);
  std::vector<RunTables> runs;
  for (size_t i = 0; i < names.size(); ++i) runs.push_back(read_run(folders[i], names[i]));
  return runs;
}

}  // namespace

RunTables read_run(const std::string& folder, const std::string& name) {
  RunTables run = {name, RunTable(folder + "/train.tsv"), {}};
  if (run.train.num_rows() == 0) {
    throw std::runtime_error("'" + run.train.path() +
                             "' has no report yet; wait until update train.report_every (in the "
                             "run's config.json)");
  }
  const std::string valid = folder + "/valid.tsv";
  if (std::filesystem::exists(valid)) run.valid.emplace(valid);
  return run;
}

Chart chart_of(const std::vector<RunTables>& runs) {
  Chart chart;
  chart.x_title = "updates";
  for (size_t i = 0; i < runs.size() && runs.size() > 1; ++i) {
    chart.legend.push_back({runs[i].name, kColours[i], CurveStyle::kDotted});
  }
  const Panels panels(runs);
  chart.panels = panels.scores();
  chart.panels.insert(chart.panels.begin(), panels.loss());
  chart.panels.push_back(panels.training("Learning rate", kLearningRate));
  chart.panels.push_back(panels.training("Target tokens per second", kSpeed));
  return chart;
}

std::string draw_runs(const std::vector<std::string>& folders, ImageFormat format) {
  return draw_chart(chart_of(read_runs(folders)), format);
}

}  // namespace dragoman
