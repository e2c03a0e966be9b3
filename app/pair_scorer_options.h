#pragma once

#include <string>

#include "app/translator_options.h"
#include "translate/pair_filter.h"

namespace dragoman {

/// What `filter` takes from the command line about the models that score pairs. Runs are model
/// folders; empty is none.
struct PairScorerArguments {
  std::string language_model;         // of the target
  std::string source_language_model;  // of the source
  std::string translation_model;      // source to target
  std::string reverse_model;          // target to source
  TranslatorArguments computing;

  /// An option for each model, for the threshold of its scores in `filter`, and for how to compute.
  /// Both must outlive the parsing.
  void add_options(CLI::App& command, PairFilterSettings& filter);
  /// Throws std::invalid_argument for a threshold without a model, and for a model whose scores
  /// neither have a threshold nor are written.
  void check(const PairFilterSettings& filter, bool writes_scores) const;
  /// Opens the models. Throws as Translator and LanguageModel do.
  PairScorers open();
};

}  // namespace dragoman
