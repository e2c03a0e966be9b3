#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>

#include "app/commands.h"
#include "io/text_file.h"
#include "io/utf8.h"
#include "plot/run_chart.h"

namespace dragoman {
namespace {

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

std::string folder_name(const std::string& run) {
  const std::filesystem::path path = std::filesystem::absolute(run).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).filename().string();
}

/// The folders' names; where two are the same, the folders as they were given.
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

int plot(const PlotArguments& arguments) {
  const ImageFormat format = format_of(arguments.out);
  const std::string image = draw_chart(chart_of(read_runs(arguments.runs)), format);
  TextWriter output(arguments.out);
  output.write(image);
  output.close();
  return 0;
}

}  // namespace

void add_plot_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<PlotArguments>();
  command.add_option("RUN", arguments->runs, "model folders, drawn in one chart")->required();
  command.add_option("--out", arguments->out, "FILE.svg or FILE.png; - is SVG to stdout")
      ->required();
  command.callback([arguments, &run] { run = [arguments] { return plot(*arguments); }; });
}

}  // namespace dragoman
