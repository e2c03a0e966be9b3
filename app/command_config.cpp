#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/config_maker.h"
#include "io/settings_describe.h"
#include "io/text_file.h"
#include "model_folder/config.h"
#include "model_folder/run_plan.h"

namespace dragoman {
namespace {

struct ConfigOptions {
  std::string config;
  std::vector<std::string> overrides;
};

/// Gives the configuration the model of train.from, if its folder is here. Returns a comment if
/// not.
std::string resolve_model(Config& config) {
  const std::string from = config.train.from;
  if (from.empty()) return "";
  const FolderPaths paths(from);
  if (!std::filesystem::exists(paths.config())) {
    return comment_of("model and tokenizer will be those of train.from=" + from +
                      ", which is not here") +
           "\n";
  }
  adopt_model(config, paths);
  check_config(config);
  return "";
}

std::string text_of(const ConfigOptions& options) {
  if (!options.config.empty()) {
    Config config = load_config(options.config, options.overrides);
    const std::string head = resolve_model(config);
    return head + annotate_settings(config) + "\n";
  }
  if (!options.overrides.empty()) {
    throw std::invalid_argument("--set " + options.overrides.front() +
                                " needs the CONFIG that it changes; name its file");
  }
  return describe_settings(Config{});
}

int run_config(const ConfigOptions& options) {
  const std::string text = text_of(options);
  TextWriter output("-");
  output.write(text);
  output.close();
  return 0;
}

}  // namespace

void add_config_command(CLI::App& command, std::function<int()>& run) {
  const auto options = std::make_shared<ConfigOptions>();
  command.add_option("CONFIG", options->config,
                     "configuration to check and print resolved; without it: all keys");
  command.add_option("--set", options->overrides, "KEY=VALUE, as train.updates=500; repeatable")
      ->allow_extra_args(false);
  command.callback([options, &run] { run = [options] { return run_config(*options); }; });
}

}  // namespace dragoman
