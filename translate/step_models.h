#pragma once

#include <memory>
#include <optional>
#include <string>

#include "engine/engine_model.h"
#include "model_folder/model_folder.h"
#include "translate/batch_runner.h"
#include "translate/translator.h"

namespace dragoman {

/// Opens a translator's folder, or a language model's. Throws as open_model_folder, and
/// std::invalid_argument if it is the other one.
ModelFolder open_translator_folder(const std::string& run);
ModelFolder open_language_model_folder(const std::string& run);

/// What a folder is computed in: `wanted`, if anything is; else int8 if it is packed for that, and
/// fp32. Throws std::invalid_argument if the folder is packed for another precision.
NumberFormat precision_of(const FolderSettings& settings, std::optional<NumberFormat> wanted);

/// The folder's network as the engine computes it. Throws std::runtime_error naming the file that
/// is missing, damaged, or not of this model, and as precision_of().
std::unique_ptr<EngineModel> load_engine(const ModelFolder& folder,
                                         std::optional<NumberFormat> precision = std::nullopt);

/// The folder's network: on the CPU the engine, elsewhere LibTorch's modules. Throws
/// std::invalid_argument for a device that is not there, and for a precision that it does not have.
std::unique_ptr<StepModel> load_step_model(const ModelFolder& folder,
                                           const TranslatorOptions& options);

/// The threads that this one would take are shared out among the workers. Throws
/// std::invalid_argument for numbers that there cannot be.
Workers make_workers(const TranslatorOptions& options);

}  // namespace dragoman
