#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/log.h"
#include "model_folder/config.h"
#include "model_folder/model_folder.h"
#include "model_folder/process_place.h"

namespace dragoman {

/// A request to train.
struct RunRequest {
  std::string config;                  // path of a configuration
  std::vector<std::string> overrides;  // "train.updates=500"
  std::string folder;                  // RUN
  bool resume = false;                 // continue the run, or begin it
  bool force = false;                  // with resume: accept a changed configuration or text
  ProcessPlace place;                  // rank among the processes that train together
  std::string reports = {};            // file of reports for programs, "-": stdout, "": none
  bool fits_vocabulary = false;        // tokenizer.vocabulary_size is an estimate, an upper limit
};

/// A planned run of training: its folder is examined, its configuration resolved and checked.
struct RunPlan {
  RunRequest request;
  FolderPaths paths;
  Config requested;              // as the file and the overrides say
  Config config;                 // resolved: what RUN/config.json is to hold
  bool has_checkpoint = false;   // to resume from
  bool begins_anew = false;      // in place of a run without checkpoints
  bool chooses_weights = false;  // by other settings than before

  /// Returns the folder whose weights the run begins with; "" for new weights and for a checkpoint.
  std::string initial_weights() const { return has_checkpoint ? "" : config.train.from; }
};

/// Result of a run.
struct RunOutcome {
  int64_t update = 0;  // the last one; everything is saved
  int signal = 0;      // number of the signal; 0: complete. SIGPIPE: nobody reads the reports
};

/// Gives a configuration the model and tokenizer of a folder, except the rates of dropout and, if
/// the configuration has any, the guided heads. Throws std::invalid_argument if the folder is
/// packed, or a translator's for a language model, std::runtime_error if it cannot be read.
void adopt_model(Config& config, const FolderPaths& from);

/// Throws std::invalid_argument if the folder has a model or checkpoints but no config.json: a new
/// run would mix with them.
void check_no_remains(const FolderPaths& paths);

/// Examines the folder, then resolves and checks the configuration. Of several processes, only
/// process 0 does the first two, for all. Logs what has changed since the run was last continued,
/// which settings train.from replaces, and if its placeholders are lost. Throws
/// std::invalid_argument if the folder has a run that is not to be resumed, or a model without
/// checkpoints or config.json, if the configuration does not allow training, or if the run cannot
/// be resumed with it. Throws std::runtime_error if a named file or folder cannot be read.
RunPlan plan_run(const RunRequest& request, const Logger& log);

}  // namespace dragoman
