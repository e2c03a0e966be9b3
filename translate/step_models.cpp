#include "translate/step_models.h"

#include <algorithm>
#include <stdexcept>

#include "architecture/weights_file.h"
#include "model/device.h"
#include "model/language_model_stepper.h"
#include "model/tensors_file.h"
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
  const torch::Device device = parse_device(options.device);
  if (device.is_cpu()) return load_engine(folder, options.precision);
  if (options.precision == NumberFormat::kInt8) {
    throw std::invalid_argument("precision int8 is there on the CPU only; use bf16 on " +
                                options.device);
  }
  Transformer model(folder.settings.model, folder.tokenizers.sizes());
  load_tensors(folder.paths.weights(), named_weights(*model));
  model->eval();
  model->to(device);
  if (options.precision == NumberFormat::kBf16) model->to(torch::kBFloat16);
  return make_stepper(model);
}

Workers make_workers(const TranslatorOptions& options) {
  const int threads =
      options.threads > 0 ? options.threads : std::max(1, thread_count() / options.workers);
  return {.count = options.workers, .threads = threads};
}

}  // namespace dragoman
