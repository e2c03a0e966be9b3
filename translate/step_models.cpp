#include "translate/step_models.h"

#include <algorithm>
#include <stdexcept>

#include "architecture/weights_file.h"
#include "engine/plan_file.h"
#include "io/settings_check.h"
#include "model_folder/torch_plugin.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Tokens of a batch if the search's settings do not say. With more, the activations of small
/// models leave a core's cache; with fewer, large models read their weights too often.
constexpr int64_t kTokensOfThread = 2048;
constexpr int64_t kMostBatchTokens = 4096;  // also those of a GPU

}  // namespace

ModelFolder open_translator_folder(const std::string& run) {
  ModelFolder folder = open_model_folder(run);
  if (!folder.settings.model.is_language_model()) return folder;
  throw std::invalid_argument(run +
                              " is a language model, which does not translate; `dragoman complete` "
                              "continues text with it");
}

ModelFolder open_language_model_folder(const std::string& run) {
  ModelFolder folder = open_model_folder(run);
  if (folder.settings.model.is_language_model()) return folder;
  throw std::invalid_argument(run +
                              " is a translator, not a language model; `dragoman translate` "
                              "translates with it");
}

NumberFormat precision_of(const FolderSettings& settings, std::optional<NumberFormat> wanted) {
  if (!settings.is_packed()) return wanted.value_or(NumberFormat::kFp32);
  if (wanted.value_or(NumberFormat::kInt8) == NumberFormat::kInt8) return NumberFormat::kInt8;
  throw std::invalid_argument("--precision " + name_of(*wanted) +
                              ": the model folder is packed for int8; name the folder that it was "
                              "packed from");
}

std::unique_ptr<EngineModel> load_engine(const ModelFolder& folder,
                                         std::optional<NumberFormat> precision) {
  const NumberFormat format = precision_of(folder.settings, precision);
  const ModelSettings& settings = folder.settings.model;
  const VocabularySizes sizes = folder.tokenizers.sizes();
  if (folder.settings.is_packed()) {
    return std::make_unique<EngineModel>(
        read_plan(folder.paths.weights(), settings, sizes, chosen_kernels()));
  }
  WeightsFile file(folder.paths.weights());
  auto engine = std::make_unique<EngineModel>(settings, sizes, file.source(), format);
  file.check_all_found();
  return engine;
}

std::unique_ptr<StepModel> load_step_model(const ModelFolder& folder,
                                           const TranslatorOptions& options) {
  if (options.device == "cpu") return load_engine(folder, options.precision);
  if (folder.settings.is_packed()) {
    throw std::invalid_argument("--device " + options.device + ": " + folder.paths.folder +
                                " is packed for int8, which only CPUs compute; name the folder "
                                "that it was packed from, and --precision bf16");
  }
  const NumberFormat precision = precision_of(folder.settings, options.precision);
  // Checked before the device is opened, so that the error is the same without a device.
  if (precision == NumberFormat::kInt8 && options.device.starts_with("cuda")) {
    throw std::invalid_argument("--device " + options.device +
                                ": only CPUs compute int8; use --precision bf16");
  }
  return torch_plugin().load_step_model(folder, options.device, precision);
}

Workers make_workers(const TranslatorOptions& options) {
  check_settings(options);
  const bool shares_cores = options.device == "cpu" && options.threads == 0;
  if (!options.workers && shares_cores) {
    return {.count = 0, .threads = thread_count(), .batch_tokens = kTokensOfThread};
  }
  const int workers = static_cast<int>(options.workers.value_or(1));
  const int threads = options.threads > 0 ? static_cast<int>(options.threads)
                                          : std::max(1, thread_count() / workers);
  const int64_t batch_tokens = options.device == "cpu"
                                   ? std::min(kTokensOfThread * threads, kMostBatchTokens)
                                   : kMostBatchTokens;
  return {.count = workers, .threads = threads, .batch_tokens = batch_tokens};
}

int most_workers(const TranslatorOptions& options) {
  const Workers workers = make_workers(options);
  return workers.count > 0 ? workers.count : workers.threads;
}

}  // namespace dragoman
