#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "app/commands.h"
#include "app/config_maker.h"
#include "app/process_launcher.h"
#include "app/setting_flags.h"
#include "app/text_training.h"
#include "app/translator_options.h"
#include "io/descriptor.h"
#include "io/file_not_found.h"
#include "io/regular_file.h"
#include "io/shell_word.h"
#include "model_folder/other_process_failed.h"
#include "model_folder/run_plan.h"
#include "model_folder/torch_plugin.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

struct TrainArguments {
  std::vector<std::string> named;  // CONFIG
  RunRequest run;
  TextTraining text;  // in place of a configuration
  int threads = 0;    // 0: one for each core
  int processes = 1;  // to start on this machine
};

/// Returns how to continue a stopped run.
std::string advice_on_resuming(const RunPlan& plan) {
  if (plan.requested.data.train.front().is_stdin())
    return "train on the text that comes next in a new run, with --set " +
           shell_word("train.from=" + plan.paths.folder);
  return "continue with `dragoman train " + shell_word(plan.paths.folder) + "`";
}

/// Returns the command of each process. It gets its share of the cores, unless the user sets the
/// number of threads.
std::vector<std::string> command_of_each(const TrainArguments& arguments) {
  std::vector<std::string> command = without_option(own_command(), "--processes");
  if (arguments.threads > 0 || std::getenv("OMP_NUM_THREADS") != nullptr) return command;
  const int share = std::max(1, default_thread_count() / arguments.processes);
  command.insert(command.end(), {"--threads", std::to_string(share)});
  return command;
}

/// Adopts CONFIG. Throws if there are several.
void adopt_named(const std::vector<std::string>& named, RunRequest& request) {
  if (named.size() > 1) {
    throw std::invalid_argument("train takes one configuration; text is given by --source " +
                                shell_word(named[0]) + " --target " + shell_word(named[1]));
  }
  if (!named.empty()) request.config = named.front();
}

/// Throws if CONFIG, a folder of this machine's own, has no run: only process 0 writes one.
void check_own_folder(const RunRequest& request, const std::string& of_run) {
  if (request.place.rank == 0 || std::filesystem::exists(of_run)) return;
  throw std::invalid_argument(
      "the folder " + request.config + " of process " + std::to_string(request.place.rank) +
      " has no config.json: give the configuration with --resume, or copy that of process 0's "
      "folder here");
}

/// If CONFIG is a model folder, requests to resume its run. A run on text that was stopped before
/// it began has only the configuration that was made for it, and begins.
void adopt_folder(RunRequest& request) {
  if (request.config.empty()) return;
  if (!std::filesystem::exists(request.config)) open_for_reading(request.config);  // says why not
  if (!std::filesystem::is_directory(request.config)) return;
  const std::string folder = request.config;
  const std::string of_run = FolderPaths(folder).config(), of_text = path_of_text_config(folder);
  const bool has_run = std::filesystem::exists(of_run) || !std::filesystem::exists(of_text);
  if (has_run) check_own_folder(request, of_run);
  if (has_run) read_folder_settings(folder);
  request.config = has_run ? of_run : of_text;
  request.fits_vocabulary = !has_run && estimates_vocabulary(request.overrides);
  if (!request.folder.empty() && !is_same_file(request.folder, folder)) {
    throw std::invalid_argument(
        folder + " is a folder: continue the run in it with `dragoman train " + shell_word(folder) +
        "`, or train anew with its configuration: `dragoman train " + shell_word(request.config) +
        " --out " + shell_word(request.folder) + "`");
  }
  request.folder = folder;
  request.resume = request.resume || has_run;
}

/// Completes the request. If only text is given, makes the configuration.
void prepare(TrainArguments& arguments, const Logger& log) {
  RunRequest& request = arguments.run;
  adopt_named(arguments.named, request);
  adopt_folder(request);
  if (request.config.empty() && !arguments.text.given()) {
    throw std::invalid_argument(
        "train needs text, `dragoman train --source FILE --target FILE --out RUN`, or a "
        "configuration, `dragoman train CONFIG --out RUN`");
  }
  if (request.folder.empty())
    throw std::invalid_argument(
        "train needs --out RUN, the model folder to make: add --out my-model");
  if (!arguments.text.given()) return;
  torch_plugin();  // before work on the text: throws if LibTorch is missing
  prepare_text_training(arguments.text, arguments.threads * arguments.processes, request, log);
}

int launch(const TrainArguments& arguments, const Logger& log) {
  for (const char* const name :
       {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const char* const size = std::getenv(name);
    if (size == nullptr || std::string(size) == "1") continue;
    throw std::invalid_argument(
        "--processes starts processes, but the environment has " + std::string(name) + "=" + size +
        ": leave out --processes where torchrun, mpirun or srun starts processes");
  }
  const bool reads_stdin = arguments.run.config == "-";
  if (reads_stdin) keep_stdin();
  plan_run(arguments.run, make_null_logger());  // so that one process reports errors, not each
  return launch_processes({.command = command_of_each(arguments),
                           .num_processes = arguments.processes,
                           .rereads_stdin = reads_stdin},
                          log);
}

struct MissingFile {
  std::string key;  // data.valid.source
  std::string path;
};

/// Returns the files of text, alignments and lemmas that do not exist.
std::vector<MissingFile> missing_files(const DataSettings& data) {
  std::vector<MissingFile> missing;
  const auto add_file = [&](const std::string& key, const std::string& path) {
    std::error_code error;
    if (!path.empty() && path != "-" && !std::filesystem::exists(path, error))
      missing.push_back({key, path});
  };
  const auto add = [&](const std::string& key, const CorpusSettings& corpus) {
    add_file(key + ".source", corpus.source);
    add_file(key + ".target", corpus.target);
    add_file(key + ".tsv", corpus.tsv);
    if (!corpus.wants_alignment()) add_file(key + ".alignment", corpus.alignment);
  };
  for (size_t i = 0; i < data.train.size(); ++i)
    add("data.train." + std::to_string(i), data.train[i]);
  add("data.valid", data.valid);
  add_file("data.terms.lemmas", data.terms.lemmas);
  return missing;
}

/// Returns what to do about a file that a resumed run misses; "" if unknown. RUN/text may have the
/// text of a run whose folder was moved.
std::string advice_on_missing(const RunPlan& plan) {
  std::string settings;
  const std::vector<MissingFile> missing = missing_files(plan.requested.data);
  bool is_relative = !missing.empty();
  for (const auto& [key, path] : missing) {
    const std::filesystem::path file(path);
    const std::string copy = whole_path(plan.paths.folder + "/text/" + file.filename().string());
    std::error_code error;
    if (std::filesystem::exists(copy, error)) settings += " --set " + shell_word(key + "=" + copy);
    if (file.is_absolute()) is_relative = false;
  }
  if (!settings.empty()) return "; the run's folder has its text: add" + settings;
  if (!is_relative) return "";
  return " (the run's configuration may name files by paths from the folder where it was begun: "
         "run the command there)";
}

/// Trains. If a resumed run misses a file, adds what to do.
RunOutcome train_as_planned(const RunPlan& plan, int threads, const Logger& log) {
  try {
    return torch_plugin().run_train(plan, threads, log);
  } catch (const FileNotFound& error) {
    if (!plan.request.resume) throw;
    throw FileNotFound(error.what() + advice_on_missing(plan));
  }
}

int train_in_one(const TrainArguments& arguments, const Logger& log) {
  const RunPlan plan = plan_run(arguments.run, log);
  const auto [update, signal] = train_as_planned(plan, arguments.threads, log);
  if (signal == 0) {
    log->info("training is complete at update {}: {}", update,
              advice_on_use(plan.config.model, plan.paths.folder));
    return 0;
  }
  log->info("stopped {} at update {}, everything is saved: {}",
            signal == SIGPIPE ? "because nobody reads the reports" : "by a signal", update,
            advice_on_resuming(plan));
  return kExitSignal + signal;
}

int train(TrainArguments arguments) {
  RunRequest& request = arguments.run;
  request.place = read_process_place(std::getenv);
  // Only process 0 logs.
  const Logger log = request.place.rank == 0 ? make_stderr_logger() : make_null_logger();
  prepare(arguments, log);
  if (arguments.processes > 1) return launch(arguments, log);
  try {
    return train_in_one(arguments, log);
  } catch (const OtherProcessFailed&) {
    if (!request.place.is_launched) throw;
    return kExitOtherFailed;
  }
}

}  // namespace

void add_train_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<TrainArguments>();
  command.add_option("CONFIG", arguments->named, "configuration file; or RUN, to continue its run")
      ->type_name("");
  command.footer(
      "Two files of text are enough: dragoman train --source train.en --target train.de --out RUN\n"
      "chooses model, vocabulary and schedule, and holds out text for validation. The same "
      "command, "
      "or\ndragoman train RUN, continues a run that was stopped. dragoman config lists the "
      "settings.");
  command.add_option("--out", arguments->run.folder, "model folder to make")->type_name("RUN");
  arguments->text.add_to(command);
  command.add_option("--set", arguments->run.overrides, "override a setting, as train.updates=500")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  add_count_option(command, "--threads", arguments->threads,
                   "threads to compute with (default: as many as cores)", between(1, 1024));
  add_count_option(command, "--processes", arguments->processes,
                   "processes to train with on this machine, which share its cores (default: 1)",
                   between(1, 1024));
  command
      .add_option("--reports", arguments->run.reports,
                  "file for programs, to which JSON objects are appended, one a line: reports, "
                  "validations, checkpoints, the end; - is stdout")
      ->type_name("FILE");
  command.add_flag("--resume", arguments->run.resume,
                   "continue RUN where it stopped, or start it if it does not exist");
  command.add_flag("--force", arguments->run.force,
                   "with --resume: continue even if the configuration or the text has changed");
  command.callback([arguments, &run] { run = [arguments] { return train(*arguments); }; });
}

}  // namespace dragoman
