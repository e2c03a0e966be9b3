#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "architecture/model_settings.h"
#include "translate/language_model.h"
#include "translate/translator.h"

namespace CLI {
class App;
}

namespace dragoman {

/// Returns how to use a model folder: "translate with `dragoman translate RUN`".
std::string advice_on_use(const ModelSettings& model, const std::string& run);

/// Options of commands that translate: RUN, settings of search, and how to compute.
struct TranslatorArguments {
  std::vector<std::string> runs;
  TranslatorOptions options;
  std::vector<std::string> overrides;  // search.KEY=VALUE: of options, then of --set

  /// Adds an option for each setting of section search, or only for `names`: --no-repeat-ngram 3
  /// for search.no_repeat_ngram=3. Also adds --set for any of them. Parsing throws
  /// std::invalid_argument for a setting that is given both ways. These arguments must outlive the
  /// parsing.
  void add_search_options(CLI::App& command, const std::vector<std::string>& names = {});
  /// Adds --fusion and --fusion-weight.
  void add_fusion_options(CLI::App& command);
  /// Adds --threads, --workers, --precision and --device.
  void add_computing_options(CLI::App& command);
  /// Adds --shortlist.
  void add_shortlist_option(CLI::App& command);

  Translator open() const { return Translator(runs, options); }
  /// Number of lines to translate at a time: many for each worker, so that batches have similar
  /// lengths.
  size_t lines_at_a_time() const;
  LanguageModel open_language_model() const { return LanguageModel(runs.front(), options); }
  /// Returns true if the command line gives this setting of the search, or an element of it.
  bool gives(std::string_view setting) const;
  /// Returns the settings `held` by a folder, with the command line's changes.
  SearchSettings search(const SearchSettings& held) const;
  /// Returns the settings of the translator's folder, with the command line's changes, checked.
  /// Throws std::invalid_argument for changes that contradict each other or have no effect.
  SearchSettings search(const Translator& translator) const;
  /// Runs `work`. In its std::invalid_argument, settings that have an option are named by it:
  /// --beam instead of search.beam.
  void name_options_in_errors(const std::function<void()>& work) const;

 private:
  std::vector<std::string> with_option_;  // settings of the search
};

}  // namespace dragoman
