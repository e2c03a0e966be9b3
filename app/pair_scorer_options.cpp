#include "app/pair_scorer_options.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>

#include "app/setting_flags.h"

namespace dragoman {
namespace {

TextScorer open_language_model(TranslatorArguments& computing, const std::string& run) {
  if (run.empty()) return {};
  computing.runs = {run};
  const auto model = std::make_shared<const LanguageModel>(computing.open_language_model());
  return [model](const std::vector<std::string>& texts) { return model->score(texts); };
}

TranslationScorer open_translator(TranslatorArguments& computing, const std::string& run) {
  if (run.empty()) return {};
  computing.runs = {run};
  const auto model = std::make_shared<const Translator>(computing.open());
  SearchSettings settings = model->settings();
  settings.alignment = false;
  return [model, settings](const std::vector<std::string>& lines,
                           const std::vector<std::string>& translations) {
    return model->score(lines, translations, settings);
  };
}

/// Throws for a threshold without a model, and for a model whose scores are not used.
void check_use(const std::string& model, bool has_model, const std::string& threshold,
               bool has_threshold, bool writes_scores) {
  if (has_threshold && !has_model)
    throw std::invalid_argument(threshold + " needs " + model + ", a model folder to score with");
  if (has_model && !has_threshold && !writes_scores) {
    throw std::invalid_argument(model + " drops nothing without " + threshold +
                                "; give it, or --scores to see what the model says");
  }
}

}  // namespace

void PairScorerArguments::add_options(CLI::App& command, PairFilterSettings& filter) {
  const auto add_model = [&](const char* name, std::string& run, const char* help) {
    command.add_option(name, run, help)->type_name("RUN");
  };
  const auto add_least = [&](const char* name, double& least, const char* help) {
    add_field_flag(command, least, between(-1000, 0), name, help);
  };
  add_model("--language-model", language_model, "language model of the target");
  add_least("min_lm_score", filter.min_lm_score,
            "smallest mean of the natural log-probabilities of a pair's target tokens");
  add_model("--source-language-model", source_language_model, "language model of the source");
  add_least("min_source_lm_score", filter.min_source_lm_score, "the same for source tokens");
  add_model("--translation-model", translation_model, "translator of source to target");
  add_model("--reverse-model", reverse_model, "translator of target to source");
  add_field_flag(command, filter.min_score, between(0, 1), "min_score",
                 "smallest score of a pair as a translation: dual conditional cross-entropy with "
                 "both translators, probability of a token with one");
  computing.add_computing_options(command);
}

void PairScorerArguments::check(const PairFilterSettings& filter, bool writes_scores) const {
  check_use("--language-model", !language_model.empty(), "--min-lm-score",
            std::isfinite(filter.min_lm_score), writes_scores);
  check_use("--source-language-model", !source_language_model.empty(), "--min-source-lm-score",
            std::isfinite(filter.min_source_lm_score), writes_scores);
  check_use("--translation-model or --reverse-model",
            !translation_model.empty() || !reverse_model.empty(), "--min-score",
            filter.min_score > 0, writes_scores);
  if (language_model.empty() && source_language_model.empty() && translation_model.empty() &&
      reverse_model.empty())
    check_unused(computing.options, {}, "without a model: name one, or leave it out");
}

PairScorers PairScorerArguments::open() {
  return {.target_language = open_language_model(computing, language_model),
          .source_language = open_language_model(computing, source_language_model),
          .forward = open_translator(computing, translation_model),
          .reverse = open_translator(computing, reverse_model)};
}

}  // namespace dragoman
