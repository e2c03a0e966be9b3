#include "app/translator_options.h"

#include <ATen/Parallel.h>

#include <CLI/CLI.hpp>

#include "app/device.h"
#include "io/settings_set.h"

namespace dragoman {
namespace {

/// Only settings of the search may be changed after training.
void apply(const std::vector<std::string>& overrides, FolderSettings& settings) {
  for (const std::string& override_text : overrides) {
    if (override_text.rfind("search.", 0) != 0) {
      throw std::invalid_argument(
          "--set " + override_text +
          ": a trained model takes settings of section search only, as search.alpha=0.6");
    }
    set_setting(settings, override_text);
  }
}

}  // namespace

void TranslatorOptions::add_to(CLI::App& command) {
  command.add_option("--beam", beam, "hypotheses kept for each sentence; 1 is greedy search")
      ->check(CLI::Range(1, 10000));
  command
      .add_option("--set", overrides,
                  "override a setting of section search, as search.batch_tokens=8192")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  command.add_option("--threads", threads, "threads to compute with (default: as many as cores)");
  command.add_option("--device", device, "cpu, cuda or cuda:N");
}

OpenedTranslator::OpenedTranslator(const TranslatorOptions& options) {
  if (options.threads > 0) at::set_num_threads(options.threads);
  const torch::Device device = parse_device(options.device);
  folder_ = open_model_folder(options.run);
  apply(options.overrides, folder_.settings);
  if (options.beam > 0)
    set_setting(folder_.settings, "search.beam=" + std::to_string(options.beam));
  folder_.model->to(device);
  stepper_ = std::make_unique<TransformerStepper>(folder_.model);
  translator_ = std::make_unique<Translator>(
      TranslatorParts{*stepper_, *folder_.tokenizers.source, *folder_.tokenizers.target,
                      folder_.settings.model.max_length},
      folder_.settings.search);
}

}  // namespace dragoman
