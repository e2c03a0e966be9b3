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
  std::string precision;               // empty: the folder's
  std::vector<std::string> overrides;  // search.KEY=VALUE, in order

  /// An option for each setting of section search, or for those that are named: --no-repeat-ngram
  /// 3 for search.no_repeat_ngram=3; and --set for any. These arguments must outlive the parsing.
  void add_search_options(CLI::App& command, const std::vector<std::string>& names = {});
  /// --fusion, --fusion-weight.
  void add_fusion_options(CLI::App& command);
  /// --threads, --workers, --precision, --device.
  void add_computing_options(CLI::App& command);

  /// Throws std::invalid_argument naming the option that is wrong.
  Translator open();
  LanguageModel open_language_model();
  /// Settings that a folder holds, with what the command line changes of them.
  SearchSettings search(const SearchSettings& held) const;
  /// The same of the translator's folder, checked.
  SearchSettings search(const Translator& translator) const;
  /// How to compute, checked.
  const TranslatorOptions& computing();
};

}  // namespace dragoman
