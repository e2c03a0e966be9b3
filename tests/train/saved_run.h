#pragma once

#include <utility>

#include "small_runs.h"

namespace dragoman {

/// A small model and a folder to save it in, by the first of one process.
struct SavedRun {
  explicit SavedRun(TrainSettings chosen, const std::string& name = "")
      : paths(folder / name), settings(std::move(chosen)) {}

  Saver saver(const Logger& log = make_null_logger()) {
    return {paths, settings, tensors, alone, log};
  }

  TemporaryFolder folder;
  FolderPaths paths;
  TrainSettings settings;
  Transformer model = small_model(make_data(folder), /*dropout=*/0);
  SoloExchange alone;
  TrainedTensors tensors{*model, settings, alone};
  TrainState state;
};

}  // namespace dragoman
