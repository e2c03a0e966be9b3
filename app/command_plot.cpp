#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <stdexcept>

#include "app/commands.h"
#include "io/build_id.h"
#include "io/open_plugin.h"
#include "io/text_file.h"
#include "model_folder/model_folder.h"
#include "plot/plot_plugin.h"

namespace dragoman {
namespace {

constexpr PluginName kPlotName{
    .library = "libdragoman_plot.so",
    .entry = "dragoman_plot_plugin",
    .absence = "plot needs it; install Dragoman's whole package",
    .needs = "charts are drawn by cairo; install it (on Debian: apt-get install libcairo2)"};

const PlotPlugin& plot_plugin() {
  return *static_cast<const PlotPlugin*>(open_plugin(kPlotName, build_id));
}

struct PlotArguments {
  std::vector<std::string> runs;
  std::string out;
};

ImageFormat format_of(const std::string& out) {
  if (out == "-" || out.ends_with(".svg")) return ImageFormat::kSvg;
  if (out.ends_with(".png")) return ImageFormat::kPng;
  throw std::invalid_argument("--out is " + out +
                              ", but must end in .svg or .png, or be - for SVG on stdout");
}

/// Throws FileNotFound, with advice, for what is neither a run's table nor a model folder.
void check_runs(const std::vector<std::string>& runs) {
  for (const std::string& run : runs)
    if (!std::filesystem::exists(run + "/train.tsv")) read_folder_settings(run);
}

int plot(const PlotArguments& arguments) {
  const ImageFormat format = format_of(arguments.out);
  check_runs(arguments.runs);
  const std::string image = plot_plugin().draw(arguments.runs, format);
  TextWriter output(arguments.out);
  output.write(image);
  output.close();
  return 0;
}

}  // namespace

void add_plot_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<PlotArguments>();
  command
      .add_option("RUN", arguments->runs,
                  "model folders, drawn in one chart; " + std::to_string(kMostRuns) + " at most")
      ->required();
  command.add_option("--out", arguments->out, "FILE.svg or FILE.png; - is SVG to stdout")
      ->required();
  command.callback([arguments, &run] { run = [arguments] { return plot(*arguments); }; });
}

}  // namespace dragoman
