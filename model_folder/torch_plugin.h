#pragma once

#include <memory>
#include <string>

#include "architecture/step_model.h"
#include "io/log.h"
#include "kernels/number_format.h"
#include "model_folder/model_folder.h"
#include "model_folder/run_plan.h"

namespace dragoman {

/// Functions of libdragoman_torch.so, which has all code that needs LibTorch. It must be of the
/// same build as libdragoman.so.
struct TorchPlugin {
  const char* build;  // build_id
  /// Trains as planned, with `threads` threads (0: one for each core).
  RunOutcome (*run_train)(const RunPlan& plan, int threads, const Logger& log);
  /// Returns the folder's network as LibTorch's modules, on a device such as "cuda:1". Throws
  /// std::invalid_argument if the device does not exist, or does not have the format.
  std::unique_ptr<StepModel> (*load_step_model)(const ModelFolder& folder,
                                                const std::string& device, NumberFormat format);
};

/// Opens the plugin beside libdragoman.so; it stays open. Throws std::runtime_error saying what to
/// do if it is missing, is of another build, or finds no LibTorch.
const TorchPlugin& torch_plugin();

}  // namespace dragoman
