#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/setting_flags.h"
#include "architecture/weights_file.h"
#include "io/atomic_file.h"
#include "io/log.h"
#include "model_folder/average.h"
#include "model_folder/checkpoint_files.h"

namespace dragoman {
namespace {

struct AverageArguments {
  std::string run;
  size_t last = 0;  // 0: all
};

int average(const AverageArguments& arguments) {
  const FolderPaths paths(arguments.run);
  const FolderSettings settings = read_folder_settings(arguments.run);
  if (settings.is_packed()) {
    throw std::invalid_argument(arguments.run +
                                " is packed for int8, without checkpoints; average those of the "
                                "folder that it was packed from");
  }
  const FolderLock lock(arguments.run);
  std::vector<std::string> files = checkpoint_weights(paths);
  if (files.empty())
    throw std::runtime_error(paths.checkpoints() +
                             " has no checkpoints to average; name the RUN of `dragoman train`, "
                             "which keeps them");
  if (arguments.last > files.size()) {
    throw std::invalid_argument("--last " + std::to_string(arguments.last) + ": " +
                                paths.checkpoints() + " has only " + std::to_string(files.size()) +
                                (files.size() == 1 ? " checkpoint" : " checkpoints") +
                                ": average these by --last " + std::to_string(files.size()) +
                                ", or keep more in training, by a larger train.keep_checkpoints");
  }
  if (arguments.last > 0)
    files.erase(files.begin(), files.end() - static_cast<std::ptrdiff_t>(arguments.last));
  WeightsFile(files.back())
      .check(settings.model, load_tokenizers(paths, settings.tokenizer).sizes());
  write_weights(
      paths.weights(), average_weights(files),
      {{"averaged", std::to_string(files.size())},
       {"update", std::to_string(checkpoint_updates(paths, checkpoint_kind::kModel).back())}});
  make_stderr_logger()->info("{} is now the average of {} checkpoints, {} to {}", paths.weights(),
                             files.size(), files.front(), files.back());
  return 0;
}

}  // namespace

void add_average_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<AverageArguments>();
  command.add_option("RUN", arguments->run, "model folder with checkpoints")->required();
  add_count_option(command, "--last", arguments->last,
                   "number of the last checkpoints to average (default: all that were kept)",
                   between(1, 1e6));
  command.callback([arguments, &run] { run = [arguments] { return average(*arguments); }; });
}

}  // namespace dragoman
