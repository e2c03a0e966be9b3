#include "app/translator_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/setting_flags.h"
#include "io/settings_set.h"

namespace dragoman {
namespace {

constexpr const char* kSearchGroup = "Search";

#define DRAGOMAN_SEARCH_SECTION(FIELD) FIELD(SearchSettings, search, {}, any_value(), "")

/// Of what a model folder holds, only settings of the search may be changed after training.
struct Changeable {
  DRAGOMAN_FIELDS(DRAGOMAN_SEARCH_SECTION)
};

}  // namespace

std::string advice_on_use(const ModelSettings& model, const std::string& run) {
  return model.is_language_model() ? "continue text with `dragoman complete " + run + "`"
                                   : "translate with `dragoman translate " + run + "`";
}

void TranslatorArguments::add_search_options(CLI::App& command,
                                             const std::vector<std::string>& names) {
  const SearchSettings defaults;
  SearchSettings::visit_fields(
      defaults, [&](const std::string& name, const auto& field, const Range&, const char* help) {
        const auto change = [this, key = "search." + name + "="](const std::string& value) {
          overrides.push_back(key + value);
        };
        if (names.empty() || std::find(names.begin(), names.end(), name) != names.end())
          add_setting_flag(command, field, name, help, change)->group(kSearchGroup);
      });
  const auto override_all = [this](const std::vector<std::string>& assignments) {
    overrides.insert(overrides.end(), assignments.begin(), assignments.end());
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--set", override_all, "any setting of section search, as search.alpha=0.6")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group(kSearchGroup);
}

void TranslatorArguments::add_computing_options(CLI::App& command) {
  command.add_option("--threads", options.threads,
                     "threads of each worker (default: the cores, shared out among workers)");
  command.add_option("--workers", options.workers, "batches translated at the same time");
  command.add_option("--precision", precision,
                     "fp32, bf16 or int8 (default: int8 if RUN is packed for it, else fp32)");
  command.add_flag("--shortlist", options.shortlist,
                   "only tokens that `dragoman shortlist` found likely for the line");
  command.add_option("--device", options.device, "cpu, cuda or cuda:N");
}

void TranslatorArguments::add_fusion_options(CLI::App& command) {
  command.add_option(
      "--fusion", options.fusion,
      "a language model's folder, whose log-probabilities are added (shallow fusion)");
  command.add_option("--fusion-weight", options.fusion_weight, "what they are multiplied by");
}

const TranslatorOptions& TranslatorArguments::computing() {
  if (!precision.empty()) {
    read_value(precision, options.precision.emplace(), any_value(),
               {.file = "", .path = "--precision"});
  }
  return options;
}

Translator TranslatorArguments::open() { return Translator(runs, computing()); }

LanguageModel TranslatorArguments::open_language_model() {
  return LanguageModel(runs.front(), computing());
}

SearchSettings TranslatorArguments::search(const SearchSettings& held) const {
  Changeable settings{held};
  for (const std::string& override_text : overrides) {
    if (!override_text.starts_with("search.")) {
      throw std::invalid_argument(
          "--set " + override_text +
          ": a trained model takes settings of section search only, as search.alpha=0.6");
    }
    set_setting(settings, override_text);
  }
  return settings.search;
}

SearchSettings TranslatorArguments::search(const Translator& translator) const {
  const SearchSettings settings = search(translator.settings());
  translator.check(settings);
  return settings;
}

}  // namespace dragoman
