#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/log.h"
#include "model_folder/config.h"
#include "model_folder/model_folder.h"
#include "model_folder/process_place.h"

namespace dragoman {

/// What a user asks for who trains.
struct RunRequest {
  std::string config;                  // path of a configuration
  std::vector<std::string> overrides;  // "train.updates=500"
  std::string folder;                  // RUN
  bool resume = false;                 // go on where the run stopped, or begin it
  bool force = false;                  // with resume: though configuration or text have changed
  ProcessPlace place;                  // among those that train together
  std::string reports = {};            // file for programs, "-": stdout, "": none
};

/// A run of training, once everything that decides what it does was looked at.
struct RunPlan {
  FolderPaths paths;
  std::string config_path;
  Config asked;                 // as the file and the overrides say
  Config config;                // resolved: what RUN/config.json is to hold
  bool has_checkpoint = false;  // to go on from
  bool force = false;           // as asked for
  ProcessPlace place;           // the same
  std::string reports = {};     // the same

  /// Folder whose weights it begins with; "" for fresh ones and those of a checkpoint.
  std::string initial_weights() const { return has_checkpoint ? "" : config.train.from; }
};

/// What became of a run.
struct RunOutcome {
  int64_t update = 0;  // where it stands; all of it is saved
  int signal = 0;      // that stopped it, or 0: it is complete. SIGPIPE: nobody reads its reports
};

/// Looks at the folder, resolves the configuration and checks it. Of several processes the first
/// one alone looks at the folder, and resolves for all. Says on `log` what has changed since the
/// run began. Throws std::invalid_argument if the folder has a run that is not to be resumed, if
/// the configuration cannot be trained with, or if the run cannot go on with it; std::runtime_error
/// if a file or folder that is named cannot be read.
RunPlan plan_run(const RunRequest& request, const Logger& log);

}  // namespace dragoman
