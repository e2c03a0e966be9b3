#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/engine_model.h"
#include "model_folder/model_folder.h"
#include "translate/batch_runner.h"
#include "translate/translator.h"

namespace dragoman {

/// Opens the folder of a translator, or of a language model. Throws like open_model_folder(), and
/// std::invalid_argument if the folder holds the other kind.
ModelFolder open_translator_folder(const std::string& run);
ModelFolder open_language_model_folder(const std::string& run);

/// Returns the precision to compute in: `wanted` if given; else int8 if the folder is packed for
/// it, else fp32. Throws std::invalid_argument if the folder is packed for another precision.
NumberFormat precision_of(const FolderSettings& settings, std::optional<NumberFormat> wanted);

/// Loads the folder's network into an engine. Throws std::runtime_error naming the file that is
/// missing, damaged, or not of this model, and like precision_of().
std::unique_ptr<EngineModel> load_engine(const ModelFolder& folder,
                                         std::optional<NumberFormat> precision = std::nullopt);

/// Loads the folder's network: into an engine on the CPU, else as LibTorch modules. Throws
/// std::invalid_argument for a missing device, and for a precision that the device does not
/// support.
std::unique_ptr<StepModel> load_step_model(const ModelFolder& folder,
                                           const TranslatorOptions& options);

/// Divides the calling thread's number of threads among the workers. If neither number is given, a
/// CPU has a worker for each thread at most. Throws std::invalid_argument for numbers out of range.
Workers make_workers(const TranslatorOptions& options);

}  // namespace dragoman
