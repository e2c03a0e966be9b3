#pragma once

#include <string>
#include <vector>

#include "architecture/model_settings.h"
#include "translate/language_model.h"
#include "translate/translator.h"

namespace CLI {
class App;
}

namespace dragoman {

/// What a model folder is good for: "translate with `dragoman translate RUN`".
std::string advice_on_use(const ModelSettings& model, const std::string& run);

/// What commands that translate take from the command line: RUN, settings of search, and how to
/// compute.
struct TranslatorArguments {
  std::vector<std::string> runs;
  TranslatorOptions options;
  std::vector<std::string> overrides;  // search.KEY=VALUE, in order

  /// An option for each setting of section search, or for those that are named: --no-repeat-ngram
  /// 3 for search.no_repeat_ngram=3; and --set for any. These arguments must outlive the parsing.
  void add_search_options(CLI::App& command, const std::vector<std::string>& names = {});
  /// --fusion, --fusion-weight.
  void add_fusion_options(CLI::App& command);
  /// --threads, --workers, --precision, --shortlist, --device.
  void add_computing_options(CLI::App& command);

  Translator open() const { return Translator(runs, options); }
  LanguageModel open_language_model() const { return LanguageModel(runs.front(), options); }
  /// Settings that a folder holds, with what the command line changes of them.
  SearchSettings search(const SearchSettings& held) const;
  /// The same of the translator's folder, checked.
  SearchSettings search(const Translator& translator) const;

 private:
  void add_options(CLI::App& command, const std::vector<std::string>& names);
};

}  // namespace dragoman
