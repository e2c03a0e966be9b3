#include <ATen/Parallel.h>

#include <CLI/CLI.hpp>
#include <filesystem>

#include "app/commands.h"
#include "app/config.h"
#include "app/device.h"
#include "io/atomic_file.h"
#include "io/settings_read.h"
#include "io/settings_write.h"
#include "train/trainer.h"

namespace dragoman {
namespace {

struct TrainArguments {
  std::string config;
  std::string out;
  std::vector<std::string> overrides;
  int threads = 0;
  bool resume = false;
};

/// The settings of a run that is resumed may say anything new about training, but not about what
/// the weights are.
void check_same_model(const Config& config, const FolderPaths& paths) {
  const FolderSettings old = read_folder_settings(paths.folder);
  for (const auto& [section, same] :
       {std::pair{"model", write_settings(old.model) == write_settings(config.model)},
        std::pair{"tokenizer",
                  write_settings(old.tokenizer) == write_settings(config.tokenizer)}}) {
    if (same) continue;
    throw std::invalid_argument(
        "section `" + std::string(section) + "` differs from that of " + paths.config() +
        ": resume with the configuration the run began with, or train into another folder");
  }
}

/// Whether there is a run in the folder; makes the folder if there is none. Refuses what --resume
/// does not allow.
bool open_run_folder(const TrainArguments& arguments, const Config& config,
                     const FolderPaths& paths) {
  const bool begun = std::filesystem::exists(paths.config());
  if (!begun && std::filesystem::exists(paths.folder) &&
      !std::filesystem::is_directory(paths.folder)) {
    throw std::invalid_argument("--out " + paths.folder + " is a file: name a folder");
  }
  if (begun && !arguments.resume) {
    throw std::invalid_argument(
        paths.folder + " has a run already: go on with it by --resume, or name another --out");
  }
  if (begun) check_same_model(config, paths);
  std::filesystem::create_directories(paths.folder);
  return begun;
}

Transformer make_model(const Config& config, const VocabularySizes& sizes) {
  Transformer model(config.model, sizes);
  initialize_weights(*model, static_cast<uint64_t>(config.train.seed));
  model->to(parse_device(config.train.device));
  return model;
}

int train(const TrainArguments& arguments) {
  const Logger log = make_stderr_logger();
  const Config config = load_config(arguments.config, arguments.overrides);
  if (config.data.train.empty()) {
    throw std::invalid_argument(
        arguments.config +
        " names no data.train: add it there, or --set data.train.0.source=FILE "
        "and data.train.0.target=FILE");
  }
  if (arguments.threads > 0) at::set_num_threads(arguments.threads);
  const torch::Device device = parse_device(config.train.device);
  const FolderPaths paths(arguments.out);
  const bool begun = open_run_folder(arguments, config, paths);
  const FolderLock lock(paths.folder);
  const TrainingData data = prepare_training_data(config.data, config.tokenizer, paths, log);
  write_file_atomically(paths.config(), write_settings(config).dump(2) + "\n");
  Trainer trainer({.model = make_model(config, data.tokenizers.sizes()),
                   .data = data,
                   .paths = paths,
                   .search = config.search,
                   .lowercase = config.tokenizer.lowercase,
                   .log = log},
                  config.train);
  if (begun && trainer.resume())
    log->info("going on from update {} of {}", trainer.state().update, paths.folder);
  log->info("training on {} with {} threads", device.str(), at::get_num_threads());
  const int signal = trainer.run();
  if (signal == 0) {
    log->info("training is complete at update {}: translate with `dragoman translate {}`",
              trainer.state().update, paths.folder);
    return 0;
  }
  log->info(
      "stopped by a signal at update {}, all of it saved: go on with `dragoman train {} --out {} "
      "--resume`",
      trainer.state().update, arguments.config, paths.folder);
  return kExitSignal + signal;
}

}  // namespace

void add_train_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<TrainArguments>();
  command.add_option("CONFIG", arguments->config, "configuration file")->required();
  command.add_option("--out", arguments->out, "model folder to make")->required()->type_name("RUN");
  command.add_option("--set", arguments->overrides, "override a setting, as train.updates=500")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--threads", arguments->threads,
                     "threads to compute with (default: as many as cores)");
  command.add_flag("--resume", arguments->resume,
                   "go on with RUN where it stopped; start it if it is not there");
  command.callback([arguments, &run] { run = [arguments] { return train(*arguments); }; });
}

}  // namespace dragoman
