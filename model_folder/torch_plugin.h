#pragma once

#include <memory>
#include <string>

#include "architecture/step_model.h"
#include "io/log.h"
#include "kernels/number_format.h"
#include "model_folder/model_folder.h"
#include "model_folder/run_plan.h"

namespace dragoman {

/// What libdragoman_torch.so supplies, the library with all that needs LibTorch. It must be of the
/// same version as what opens it.
struct TorchPlugin {
  const char* version;
  /// Trains as planned, with `threads` threads (0: one for each core).
  RunOutcome (*run_train)(const RunPlan& plan, int threads, const Logger& log);
  /// The folder's network as LibTorch's modules, on a device as "cuda:1". Throws
  /// std::invalid_argument for a device that is not there and a format that it does not have.
  std::unique_ptr<StepModel> (*load_step_model)(const ModelFolder& folder,
                                                const std::string& device, NumberFormat format);
};

/// Opens the plugin that lies beside libdragoman.so; it stays open. Throws std::runtime_error
/// saying what to do if it is not there, of another version, or if it finds no LibTorch.
const TorchPlugin& torch_plugin();

}  // namespace dragoman
