#pragma once

#include <string>

#include "app/translator_options.h"
#include "translate/pair_filter.h"

namespace dragoman {

/// Options of `filter` for the models that score pairs. Each model is a model folder; empty: none.
struct PairScorerArguments {
  std::string language_model;         // of the target
  std::string source_language_model;  // of the source
  std::string translation_model;      // source to target
  std::string reverse_model;          // target to source
  TranslatorArguments computing;

  /// Adds options for the models, for the thresholds of their scores in `filter`, and for how to
  /// compute. Both objects must outlive the parsing.
  void add_options(CLI::App& command, PairFilterSettings& filter);
  /// Throws std::invalid_argument for a threshold or an option of computing without a model, and
  /// for a model whose scores have no threshold and are not written.
  void check(const PairFilterSettings& filter, bool writes_scores) const;
  /// Opens the models. Throws as Translator and LanguageModel do.
  PairScorers open();
};

}  // namespace dragoman
