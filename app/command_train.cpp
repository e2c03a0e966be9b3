#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdlib>

#include "app/commands.h"
#include "app/process_launcher.h"
#include "app/translator_options.h"
#include "model_folder/run_plan.h"
#include "model_folder/torch_plugin.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

struct TrainArguments {
  RunRequest run;
  int threads = 0;    // 0: one for each core
  int processes = 1;  // to start on this machine
};

/// How a run that was stopped goes on.
std::string advice_on_resuming(const RunPlan& plan) {
  if (plan.asked.data.train.front().is_stdin())
    return "go on with what comes next by another run with train.from=" + plan.paths.folder;
  return "go on with `dragoman train " + plan.config_path + " --out " + plan.paths.folder +
         " --resume`";
}

/// Each with its share of the cores, unless the user says how many threads a process takes.
std::vector<std::string> command_of_each(const TrainArguments& arguments) {
  std::vector<std::string> command = without_option(own_command(), "--processes");
  if (arguments.threads > 0 || std::getenv("OMP_NUM_THREADS") != nullptr) return command;
  const int share = std::max(1, default_thread_count() / arguments.processes);
  command.insert(command.end(), {"--threads", std::to_string(share)});
  return command;
}

int launch(const TrainArguments& arguments, const Logger& log) {
  for (const char* const name :
       {"WORLD_SIZE", "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS"}) {
    const char* const size = std::getenv(name);
    if (size == nullptr || std::string(size) == "1") continue;
    throw std::invalid_argument("--processes starts processes, but the environment has " +
                                std::string(name) + "=" + size +
                                ": leave it out where torchrun, mpirun or srun starts them");
  }
  plan_run(arguments.run, make_null_logger());  // what is wrong with it is said once, not by each
  return launch_processes(
      {.command = command_of_each(arguments), .num_processes = arguments.processes}, log);
}

int train(const TrainArguments& arguments) {
  if (arguments.processes > 1) return launch(arguments, make_stderr_logger());
  RunRequest request = arguments.run;
  request.place = read_process_place(std::getenv);
  // The first process speaks for all.
  const Logger log = request.place.rank == 0 ? make_stderr_logger() : make_null_logger();
  const RunPlan plan = plan_run(request, log);
  const auto [update, signal] = torch_plugin().run_train(plan, arguments.threads, log);
  if (signal == 0) {
    log->info("training is complete at update {}: {}", update,
              advice_on_use(plan.config.model, plan.paths.folder));
    return 0;
  }
  log->info("stopped by {} at update {}, all of it saved: {}",
            signal == SIGPIPE ? "the reader of its reports, who left," : "a signal", update,
            advice_on_resuming(plan));
  return kExitSignal + signal;
}

}  // namespace

void add_train_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<TrainArguments>();
  command.add_option("CONFIG", arguments->run.config, "configuration file")->required();
  command.add_option("--out", arguments->run.folder, "model folder to make")
      ->required()
      ->type_name("RUN");
  command.add_option("--set", arguments->run.overrides, "override a setting, as train.updates=500")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--threads", arguments->threads,
                     "threads to compute with (default: as many as cores)");
  command
      .add_option("--processes", arguments->processes,
                  "processes to train with on this machine, which share its cores (default: 1)")
      ->check(CLI::Range(1, 1024));
  command
      .add_option("--reports", arguments->run.reports,
                  "file to append a JSON object a line to, for programs: reports, validations, "
                  "checkpoints, the end; - is stdout")
      ->type_name("FILE");
  command.add_flag("--resume", arguments->run.resume,
                   "go on with RUN where it stopped; start it if it is not there");
  command.add_flag("--force", arguments->run.force,
                   "with --resume: also where the configuration or the text has changed");
  command.callback([arguments, &run] { run = [arguments] { return train(*arguments); }; });
}

}  // namespace dragoman
