#include "translate/translator.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "io/settings_check.h"
#include "model_folder/model_folder.h"
#include "translate/document_translator.h"
#include "translate/ensemble_model.h"
#include "translate/folder_shortlist.h"
#include "translate/fusion_model.h"
#include "translate/in_text.h"
#include "translate/line_translator.h"
#include "translate/markup_translator.h"
#include "translate/plain_translation.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

void check_options(const std::vector<std::string>& runs, const TranslatorOptions& options) {
  if (runs.empty()) throw std::invalid_argument("no model folder is named");
  check_settings(options);
  demand(!options.fusion.empty() || options.fusion_weight == TranslatorOptions().fusion_weight,
         "fusion_weight is for the language model that fusion names: name one, or leave it out");
  const auto positive = [](double weight) { return weight > 0 && std::isfinite(weight); };
  const bool fits = options.weights.empty() || options.weights.size() == runs.size();
  if (!fits || !std::all_of(options.weights.begin(), options.weights.end(), positive)) {
    throw std::invalid_argument("an ensemble of " + std::to_string(runs.size()) +
                                " models needs as many weights, each above 0");
  }
}

/// Models of an ensemble must have the same token for every id.
void check_same_vocabulary(const std::vector<std::string>& runs,
                           const std::vector<ModelFolder>& folders) {
  for (size_t i = 1; i < runs.size(); ++i) {
    if (vocabulary_fingerprint(FolderPaths(runs[i]), folders[i].settings.tokenizer) ==
        vocabulary_fingerprint(FolderPaths(runs[0]), folders[0].settings.tokenizer))
      continue;
    throw std::invalid_argument(runs[i] + " has another vocabulary than " + runs[0] +
                                "; models of an ensemble are trained with the same tokenizer "
                                "(tokenizer.from)");
  }
}

/// Adds the language model of `options` to the model, if there is one.
std::unique_ptr<StepModel> with_fusion(std::unique_ptr<StepModel> model,
                                       const std::vector<ModelFolder>& folders,
                                       const TranslatorOptions& options) {
  if (options.fusion.empty()) return model;
  const ModelFolder folder = open_language_model_folder(options.fusion);
  if (folder.settings.data.layout == TextLayout::kStream) {
    throw std::invalid_argument(options.fusion +
                                " was trained on a stream of text; fusion takes a language model "
                                "that was trained on lines (data.layout=lines)");
  }
  if (folder.tokenizers.target->tokens() != folders.front().tokenizers.target->tokens()) {
    throw std::invalid_argument(
        options.fusion + " has another vocabulary than " + folders.front().paths.folder +
        "; train the language model with tokenizer.from=" + folders.front().paths.folder);
  }
  return std::make_unique<FusionModel>(std::move(model), load_step_model(folder, options),
                                       options.fusion_weight);
}

std::unique_ptr<StepModel> make_model(const std::vector<ModelFolder>& folders,
                                      const TranslatorOptions& options) {
  std::vector<std::unique_ptr<StepModel>> members;
  for (const ModelFolder& folder : folders) members.push_back(load_step_model(folder, options));
  if (members.size() == 1) return with_fusion(std::move(members.front()), folders, options);
  std::vector<double> weights = options.weights;
  weights.resize(members.size(), 1.0);
  auto ensemble = std::make_unique<EnsembleModel>(std::move(members), std::move(weights));
  return with_fusion(std::move(ensemble), folders, options);
}

std::optional<Shortlist> open_shortlist(const ModelFolder& folder,
                                        const TranslatorOptions& options) {
  if (!options.shortlist) return {};
  return load_shortlist(folder.paths, folder.settings.tokenizer, folder.tokenizers);
}

TextSides make_sides(const std::vector<ModelFolder>& folders,
                     const std::optional<Shortlist>& shortlist) {
  int64_t max_length = folders.front().settings.model.max_length;
  for (const ModelFolder& folder : folders)
    max_length = std::min(max_length, folder.settings.model.max_length);
  const Tokenizers& tokenizers = folders.front().tokenizers;
  const bool knows_placeholders =
      std::all_of(folders.begin(), folders.end(),
                  [](const ModelFolder& folder) { return folder.settings.data.placeholders > 0; });
  return {*tokenizers.source, *tokenizers.target, max_length, shortlist ? &*shortlist : nullptr,
          knows_placeholders};
}

}  // namespace

struct Translator::Impl {
  Impl(const std::vector<std::string>& runs, const TranslatorOptions& options)
      : folders(open_all(runs, options)),
        model(make_model(folders, options)),
        shortlist(open_shortlist(folders.front(), options)),
        lines(*model, make_sides(folders, shortlist), make_workers(options)) {}

  static std::vector<ModelFolder> open_all(const std::vector<std::string>& runs,
                                           const TranslatorOptions& options) {
    check_options(runs, options);
    std::vector<ModelFolder> opened;
    for (const std::string& run : runs) opened.push_back(open_translator_folder(run));
    check_same_vocabulary(runs, opened);
    return opened;
  }

  std::vector<ModelFolder> folders;
  std::unique_ptr<StepModel> model;
  std::optional<Shortlist> shortlist;
  LineTranslator lines;
};

Translator::Translator(const std::string& run, const TranslatorOptions& options)
    : Translator(std::vector{run}, options) {}

Translator::Translator(const std::vector<std::string>& runs, const TranslatorOptions& options)
    : impl_(std::make_unique<Impl>(runs, options)) {}

Translator::~Translator() = default;
Translator::Translator(Translator&&) noexcept = default;
Translator& Translator::operator=(Translator&&) noexcept = default;

const SearchSettings& Translator::settings() const {
  return impl_->folders.front().settings.search;
}

bool Translator::lowercases() const { return impl_->folders.front().settings.tokenizer.lowercase; }

void Translator::check(const SearchSettings& settings) const {
  impl_->lines.check(settings);
  kept_spans_of(settings);  // throws for an invalid search.protect
}

void Translator::check(const std::vector<TranslationRequest>& requests,
                       const SearchSettings& settings) const {
  if (settings.document != DocumentFormat::kNone) {
    check_documents(requests);
  } else if (asks_for_markup(settings, requests)) {
    check_markup(impl_->lines, requests, settings);
  } else {
    impl_->lines.check(requests, settings);
  }
}

std::vector<std::string> Translator::translate(const std::vector<std::string>& lines) const {
  return translate(lines, settings());
}

std::vector<std::string> Translator::translate(const std::vector<std::string>& lines,
                                               const SearchSettings& settings) const {
  if (!asks_for_markup(settings) && settings.document == DocumentFormat::kNone)
    return impl_->lines.translate(lines, settings);
  std::vector<TranslationRequest> requests;
  for (const std::string& line : lines) requests.push_back({line});
  std::vector<std::string> texts;
  for (auto& translations : translate_n_best(requests, settings))
    texts.push_back(std::move(translations.front().text));
  return texts;
}

std::vector<std::vector<Translation>> Translator::translate_n_best(
    const std::vector<TranslationRequest>& requests, const SearchSettings& settings,
    TranslationCounts* counts, AlignmentDetail detail) const {
  TranslationCounts own;
  TranslationCounts& counted = counts == nullptr ? own : *counts;
  try {
    if (settings.document != DocumentFormat::kNone)
      return translate_documents(impl_->lines, requests, settings, counted);
    if (!asks_for_markup(settings, requests))
      return impl_->lines.translate(requests, settings, counted, detail);
    return translate_markup(impl_->lines, requests, settings, counted, detail);
  } catch (const std::invalid_argument&) {
    check(settings);
    for (size_t i = 0; i < requests.size(); ++i)
      in_text(i, requests.size(), [&] { check({requests[i]}, settings); });
    throw;
  }
}

std::vector<Translation> Translator::score(const std::vector<std::string>& lines,
                                           const std::vector<std::string>& translations,
                                           const SearchSettings& settings,
                                           TranslationCounts* counts) const {
  TranslationCounts own;
  return impl_->lines.score(lines, translations, settings, counts == nullptr ? own : *counts);
}

}  // namespace dragoman
