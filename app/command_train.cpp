#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <filesystem>

#include "app/commands.h"
#include "app/translator_options.h"
#include "io/atomic_file.h"
#include "io/folder.h"
#include "io/settings_write.h"
#include "model/device.h"
#include "model_folder/checkpoint_files.h"
#include "model_folder/config.h"
#include "model_folder/resume_check.h"
#include "train/trainer.h"

namespace dragoman {
namespace {

struct TrainArguments {
  std::string config;
  std::string out;
  std::vector<std::string> overrides;
  int threads = 0;
  bool resume = false;
  bool force = false;
};

/// Whether there is a run in the folder. Refuses what --resume does not allow.
bool has_run(const TrainArguments& arguments) {
  const bool begun = std::filesystem::exists(FolderPaths(arguments.out).config());
  if (!begun && std::filesystem::exists(arguments.out) &&
      !std::filesystem::is_directory(arguments.out)) {
    throw std::invalid_argument("--out " + arguments.out + " is a file: name a folder");
  }
  if (begun && !arguments.resume) {
    throw std::invalid_argument(
        arguments.out + " has a run already: go on with it by --resume, or name another --out");
  }
  return begun;
}

/// With train.from, model and tokenizer are those of that folder, but for the rates of dropout. A
/// run that is resumed has them in its own configuration.
void adopt_model(Config& config, const std::string& folder, bool begun) {
  if (config.train.from.empty()) return;
  const FolderPaths from(begun ? folder : config.train.from);
  const FolderSettings settings = read_folder_settings(from.folder);
  const ModelSettings wanted = config.model;
  config.model = settings.model;
  config.model.dropout = wanted.dropout;
  config.model.attention_dropout = wanted.attention_dropout;
  config.model.feed_forward_dropout = wanted.feed_forward_dropout;
  config.tokenizer = settings.tokenizer;
  if (begun) return;
  const TokenizerFiles files(from, settings.tokenizer);
  config.tokenizer.model = files.source_model;
  if (!settings.tokenizer.shared) config.tokenizer.target_model = files.target_model;
}

Config load_train_config(const TrainArguments& arguments, bool begun) {
  Config config = load_config(arguments.config, arguments.overrides);
  adopt_model(config, arguments.out, begun);
  if (!config.train.from.empty()) check_config(config);
  if (config.data.train.empty()) {
    throw std::invalid_argument(
        arguments.config +
        " names no data.train: add it there, or --set data.train.0.source=FILE "
        "and data.train.0.target=FILE");
  }
  if (arguments.resume && config.data.train.front().is_stdin()) {
    throw std::invalid_argument(
        "--resume: data.train.0 is read from stdin, which does not give the same text again; train "
        "from a file, or begin a new run with train.from=" +
        arguments.out);
  }
  return config;
}

/// On a CPU one number of threads gives one result anyway.
void choose_algorithms(const torch::Device& device, bool deterministic) {
  if (device.is_cpu() || !deterministic) return;
  ::setenv("CUBLAS_WORKSPACE_CONFIG", ":4096:8", /*overwrite=*/0);  // as cuBLAS demands for it
  at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
}

/// As it is before the first update.
Transformer make_model(const Config& config, const VocabularySizes& sizes, bool has_checkpoint) {
  Transformer model(config.model, sizes);
  initialize_weights(*model, static_cast<uint64_t>(config.train.seed));
  if (!has_checkpoint && !config.train.from.empty())
    load_tensors(FolderPaths(config.train.from).weights(), named_weights(*model));
  model->to(parse_device(config.train.device));
  return model;
}

int train(const TrainArguments& arguments) {
  const Logger log = make_stderr_logger();
  const bool begun = has_run(arguments);
  const Config config = load_train_config(arguments, begun);
  if (arguments.threads > 0) at::set_num_threads(arguments.threads);
  const torch::Device device = parse_device(config.train.device);
  choose_algorithms(device, config.train.deterministic);
  const FolderPaths paths(arguments.out);
  if (begun) check_resumable(paths.folder, config, arguments.force, log);
  make_folder(paths.folder);
  const FolderLock lock(paths.folder);
  const TrainingData data = prepare_training_data(
      config.data, config.tokenizer, paths,
      {.seed = static_cast<uint64_t>(config.train.seed), .num_threads = at::get_num_threads()},
      log);
  const bool is_resumable = has_checkpoint(paths);
  Trainer trainer({.model = make_model(config, data.tokenizers.sizes(), is_resumable),
                   .data = data,
                   .paths = paths,
                   .search = config.search,
                   .lowercase = config.tokenizer.lowercase,
                   .log = log},
                  config.train);
  if (begun && trainer.resume(arguments.force))
    log->info("going on from update {} of {}", trainer.state().update, paths.folder);
  write_file_atomically(paths.config(), write_settings(config).dump(2) + "\n");
  log->info("training on {} with {} threads", device.str(), at::get_num_threads());
  const int signal = trainer.run();
  if (signal == 0) {
    log->info("training is complete at update {}: {}", trainer.state().update,
              advice_on_use(config.model, paths.folder));
    return 0;
  }
  const std::string advice =
      config.data.train.front().is_stdin()
          ? "go on with what comes next by another run with train.from=" + paths.folder
          : "go on with `dragoman train " + arguments.config + " --out " + paths.folder +
                " --resume`";
  log->info("stopped by a signal at update {}, all of it saved: {}", trainer.state().update,
            advice);
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
  command.add_flag("--force", arguments->force,
                   "with --resume: also where the configuration or the text has changed");
  command.callback([arguments, &run] { run = [arguments] { return train(*arguments); }; });
}

}  // namespace dragoman
