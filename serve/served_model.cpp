#include "serve/served_model.h"

#include <stdexcept>

#include "architecture/weight_list.h"
#include "model_folder/model_folder.h"
#include "serve/api_error.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

int64_t parameters_of(const ModelSettings& settings, const VocabularySizes& sizes) {
  int64_t sum = 0;
  for (const auto& [part, count] : count_parameters(settings, sizes)) sum += count;
  return sum;
}

ModelCard make_card(std::string name, const std::string& folder,
                    std::optional<NumberFormat> precision) {
  const FolderSettings settings = read_folder_settings(folder);
  const ModelSettings& model = settings.model;
  const VocabularySizes sizes = load_tokenizers(FolderPaths(folder), settings.tokenizer).sizes();
  const bool is_language_model = model.is_language_model();
  return {.name = std::move(name),
          .is_language_model = is_language_model,
          .source_language = settings.data.source_language,
          .target_language = settings.data.target_language,
          .encoder_layers = is_language_model ? 0 : model.encoder_layers,
          .decoder_layers = model.decoder_layers,
          .heads = model.heads,
          .width = model.width,
          .parameters = parameters_of(model, sizes),
          .source_vocabulary = is_language_model ? 0 : sizes.source,
          .target_vocabulary = sizes.target,
          .max_length = model.max_length,
          .lowercases = settings.tokenizer.lowercase,
          .precision = name_of(precision_of(settings, precision))};
}

/// Returns the options for a single worker.
TranslatorOptions for_one_worker(TranslatorOptions options) {
  options.threads = make_workers(options).threads;
  options.workers = 1;
  return options;
}

ApiError wrong_kind(const std::string& name, const std::string& what) {
  return {400, "wrong_kind_of_model", "the model `" + name + "` " + what};
}

}  // namespace

ServedModel::ServedModel(std::string name, const std::string& folder,
                         const TranslatorOptions& options, const std::string& terminology)
    : card_(make_card(std::move(name), folder, options.precision)),
      folder_(folder),
      weights_(identity_of(FolderPaths(folder).weights())) {
  if (card_.is_language_model) {
    model_.emplace<LanguageModel>(folder, for_one_worker(options));
  } else {
    model_.emplace<Translator>(folder, for_one_worker(options));
  }
  if (!terminology.empty()) open_terminology(terminology);
}

void ServedModel::open_terminology(const std::string& path) {
  if (card_.is_language_model) {
    throw std::invalid_argument(path + " has terms to be translated, but `" + card_.name +
                                "` is a language model");
  }
  terminology_ = std::make_shared<Terminology>(path);
  std::vector<TranslationRequest> requests;
  for (std::string& term : terminology_->terms())
    requests.push_back({.text = std::move(term), .terminology = terminology_});
  try {
    translator().check(requests, settings());
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(path + ": " + error.what());
  }
}

const SearchSettings& ServedModel::settings() const {
  return card_.is_language_model ? language_model().settings() : translator().settings();
}

const Translator& ServedModel::translator() const {
  if (const auto* opened = std::get_if<Translator>(&model_)) return *opened;
  throw wrong_kind(card_.name,
                   "is a language model, which does not translate; POST /v1/complete continues "
                   "text with it");
}

const LanguageModel& ServedModel::language_model() const {
  if (const auto* opened = std::get_if<LanguageModel>(&model_)) return *opened;
  throw wrong_kind(card_.name,
                   "is a translator, which does not continue text; POST /v1/translate translates "
                   "with it");
}

std::unique_ptr<AttentionViewer> ServedModel::open_viewer() const {
  const auto check = [&] {
    if (identity_of(FolderPaths(folder_).weights()) == weights_) return;
    throw ApiError(503, "unavailable",
                   "the folder of the model `" + card_.name +
                       "` has changed since it was opened: reload the service");
  };
  check();  // a folder that is gone has changed, too
  auto viewer = std::make_unique<AttentionViewer>(folder_);
  check();
  return viewer;
}

AttentionMaps ServedModel::attention(const std::string& source, const std::string& target) const {
  {
    const std::lock_guard lock(mutex_);
    if (viewer_ == nullptr) viewer_ = open_viewer();
  }
  return viewer_->view(source, target);
}

}  // namespace dragoman
