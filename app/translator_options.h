#pragma once

#include <string>
#include <vector>

#include "search/translator.h"

namespace CLI {
class App;
}

namespace dragoman {

/// What commands that translate take from the command line: RUN, settings of search, and how to
/// compute.
struct TranslatorArguments {
  std::vector<std::string> runs;
  TranslatorOptions options;
  std::string precision = "fp32";
  std::vector<std::string> overrides;  // search.KEY=VALUE, in order

  /// --set, --beam, --batch-tokens, --threads, --workers, --precision, --device. The arguments must
  /// outlive the parsing.
  void add_to(CLI::App& command);
  /// Beside those, an option for each setting of section search: --no-repeat-ngram 3 for
  /// search.no_repeat_ngram=3.
  void add_search_options(CLI::App& command);

  /// Throws std::invalid_argument naming the option that is wrong.
  Translator open();
  /// The settings that the folder holds, with what the command line changes of them.
  SearchSettings search(const Translator& translator) const;

 private:
  void add_setting(CLI::App& command, const std::string& name, const std::string& help);
};

}  // namespace dragoman
