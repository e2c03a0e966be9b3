#include "translate/language_model.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>

#include "io/settings_check.h"
#include "io/settings_values.h"
#include "translate/kind_of_search.h"
#include "translate/prompt_completer.h"
#include "translate/setting_effects.h"
#include "translate/step_models.h"

namespace dragoman {
namespace {

/// Maximum of search.num_best.
constexpr int64_t kMostTexts = 1000;

/// Settings that have no meaning without a source to translate, whatever their value.
constexpr std::array kOfTranslating = {"max_length_factor", "max_length_offset",
                                       "min_length_factor", "alignment_layer",
                                       "terminology_mode",  "markup",
                                       "markup_sentences",  "markup_attributes",
                                       "protect",           "stand_ins",
                                       "document",          "document_entries",
                                       "document_review",   "mbr"};

/// Returns the number of texts that `samples` give unless search.num_best is named.
int64_t num_texts(int64_t samples) {
  demand(samples <= kMostTexts,
         "search.samples is " + std::to_string(samples) + ", but at most " +
             std::to_string(kMostTexts) +
             " texts can be given: lower search.samples, or set search.num_best");
  return std::max<int64_t>(samples, 1);
}

}  // namespace

struct LanguageModel::Impl {
  Impl(const std::string& run, const TranslatorOptions& options)
      : folder(open(run, options)),
        model(load_step_model(folder, options)),
        completer(*model, *folder.tokenizers.target, folder.settings.data.layout,
                  folder.settings.model.max_length, make_workers(options)) {}

  static ModelFolder open(const std::string& run, const TranslatorOptions& options) {
    check_settings(options);
    return open_language_model_folder(run);
  }

  ModelFolder folder;
  std::unique_ptr<StepModel> model;
  PromptCompleter completer;
};

SearchSettings with_completion_defaults(SearchSettings settings,
                                        const std::function<bool(const char* setting)>& is_named) {
  for (const char* setting : kOfTranslating) {
    if (!is_named(setting)) continue;
    throw std::invalid_argument("search." + std::string(setting) +
                                " is for translating, not for completing: leave it out");
  }
  if (!is_named("samples")) settings.samples = is_named("beam") ? 0 : 1;
  const auto reset = [&](const char* setting, auto SearchSettings::*field) {
    if (!is_named(setting)) settings.*field = SearchSettings().*field;
  };
  if (settings.unknown == UnknownTokens::kReplace) reset("unknown", &SearchSettings::unknown);
  reset("alignment", &SearchSettings::alignment);
  reset("coverage_penalty", &SearchSettings::coverage_penalty);
  settings.mbr = MbrUtility::kNone;
  settings.document = DocumentFormat::kNone;
  reset_other_search(settings, is_named);
  if (!is_named("num_best")) settings.num_best = num_texts(settings.samples);
  check_effects(
      settings, [&](std::string_view name) { return is_named(std::string(name).c_str()); },
      /*has_spans=*/false);
  return settings;
}

LanguageModel::LanguageModel(const std::string& run, const TranslatorOptions& options)
    : impl_(std::make_unique<Impl>(run, options)) {}

LanguageModel::~LanguageModel() = default;
LanguageModel::LanguageModel(LanguageModel&&) noexcept = default;
LanguageModel& LanguageModel::operator=(LanguageModel&&) noexcept = default;

const SearchSettings& LanguageModel::settings() const { return impl_->folder.settings.search; }

void LanguageModel::check(const SearchSettings& settings) const {
  impl_->completer.check(settings);
}

void LanguageModel::check_prompt(const std::string& prompt) const {
  impl_->completer.check_prompt(prompt);
}

std::string LanguageModel::read_part(const std::string& prompt) const {
  return impl_->completer.read_part(prompt);
}

std::vector<std::vector<Translation>> LanguageModel::complete(
    const std::vector<std::string>& prompts, const SearchSettings& settings,
    const CompletionOptions& options) const {
  return impl_->completer.complete(prompts, settings, options);
}

std::vector<Translation> LanguageModel::score(const std::vector<std::string>& lines,
                                              int64_t batch_tokens) const {
  return impl_->completer.score(lines, batch_tokens);
}

}  // namespace dragoman
