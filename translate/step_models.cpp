#include "translate/step_models.h"

#include <algorithm>
#include <stdexcept>

#include "architecture/weights_file.h"
#include "model_folder/torch_plugin.h"
#include "threads/thread_count.h"

namespace dragoman {

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

std::unique_ptr<EngineModel> load_engine(const ModelFolder& folder, NumberFormat format) {
  WeightsFile file(folder.paths.weights());
  const auto read = [&](const std::string& name, const std::vector<int64_t>& shape) {
    return file.read(name, shape);
  };
  auto engine =
      std::make_unique<EngineModel>(folder.settings.model, folder.tokenizers.sizes(), read, format);
  file.check_all_found();
  return engine;
}

std::unique_ptr<StepModel> load_step_model(const ModelFolder& folder,
                                           const TranslatorOptions& options) {
  if (options.device == "cpu") return load_engine(folder, options.precision);
  return torch_plugin().load_step_model(folder, options.device, options.precision);
}

Workers make_workers(const TranslatorOptions& options) {
  const int threads =
      options.threads > 0 ? options.threads : std::max(1, thread_count() / options.workers);
  return {.count = options.workers, .threads = threads};
}

}  // namespace dragoman
