#include "app/translator_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/setting_flags.h"
#include "io/settings_set.h"
#include "io/shell_word.h"
#include "translate/kind_of_search.h"
#include "translate/setting_effects.h"

namespace dragoman {
namespace {

constexpr const char* kSearchGroup = "Search";
constexpr size_t kLinesOfWorker = 4096;

#define DRAGOMAN_SEARCH_SECTION(FIELD) FIELD(SearchSettings, search, {}, any_value(), "")

/// Settings of a model folder that may be changed after training: only those of the search.
struct Changeable {
  DRAGOMAN_FIELDS(DRAGOMAN_SEARCH_SECTION)
};

/// Returns true if one of them is search.NAME=VALUE or search.NAME.INDEX=VALUE.
bool any_sets(const std::vector<std::string>& assignments, std::string_view name) {
  const std::string begin = "search." + std::string(name);
  return std::any_of(assignments.begin(), assignments.end(), [&](const std::string& text) {
    return text.starts_with(begin + "=") || text.starts_with(begin + ".");
  });
}

/// Returns the text with an option in place of each setting of the search that is among `names`.
std::string with_options(const std::string& text, const std::vector<std::string>& names) {
  constexpr std::string_view kSection = "search.";
  std::string result;
  size_t done = 0;
  for (size_t at = text.find(kSection); at != text.npos; at = text.find(kSection, done)) {
    const size_t begin = at + kSection.size();
    const size_t end =
        std::min(text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", begin), text.size());
    const std::string name = text.substr(begin, end - begin);
    const bool has_option = std::find(names.begin(), names.end(), name) != names.end();
    result += text.substr(done, at - done);
    result += has_option ? flag_of_setting(name) : text.substr(at, end - at);
    done = end;
  }
  return result + text.substr(done);
}

}  // namespace

std::string advice_on_use(const ModelSettings& model, const std::string& run) {
  return model.is_language_model()
             ? "continue text with `dragoman complete " + shell_word(run) + "`"
             : "translate with `dragoman translate " + shell_word(run) + "`";
}

void TranslatorArguments::add_search_options(CLI::App& command,
                                             const std::vector<std::string>& names) {
  const SearchSettings defaults;
  SearchSettings::visit_fields(defaults, [&](const std::string& name, const auto& field,
                                             const Range& range, const char* help) {
    const auto change = [this, field, range, name](const std::string& value) {
      auto checked = field;
      set_value(checked, {}, value, range, {.file = "", .path = flag_of_setting(name)});
      overrides.push_back("search." + name + "=" + value);
    };
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) return;
    add_setting_flag(command, field, name, help, change)->group(kSearchGroup);
    with_option_.push_back(name);
  });
  const auto override_all = [this](const std::vector<std::string>& assignments) {
    for (const std::string& name : with_option_) {
      demand(!gives(name) || !any_sets(assignments, name),
             flag_of_setting(name) + " and --set search." + name +
                 " are one setting: leave out one of them");
    }
    overrides.insert(overrides.end(), assignments.begin(), assignments.end());
  };
  command
      .add_option_function<std::vector<std::string>>(
          "--set", override_all, "any setting of section search, as search.alpha=0.6")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->group(kSearchGroup);
  command.footer(
      "Defaults of the search are the settings in RUN/config.json. dragoman config lists all "
      "settings.");
}

void TranslatorArguments::add_computing_options(CLI::App& command) {
  add_field_flags(command, options,
                  {.only = {"threads", "workers", "precision", "device"}, .show_values = false});
}

void TranslatorArguments::add_shortlist_option(CLI::App& command) {
  add_field_flags(command, options, {.only = {"shortlist"}, .show_values = false});
}

void TranslatorArguments::add_fusion_options(CLI::App& command) {
  add_field_flags(command, options, {.only = {"fusion", "fusion_weight"}, .show_values = false});
  command.get_option("--fusion-weight")->needs(command.get_option("--fusion"));
}

size_t TranslatorArguments::lines_at_a_time() const {
  return kLinesOfWorker * static_cast<size_t>(most_workers(options));
}

bool TranslatorArguments::gives(std::string_view setting) const {
  return any_sets(overrides, setting);
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
  const auto has = [&](std::string_view name) { return gives(name); };
  SearchSettings settings = search(translator.settings());
  reset_other_search(settings, has);
  name_options_in_errors([&] {
    translator.check(settings);
    check_effects(settings, has, false);
  });
  return settings;
}

void TranslatorArguments::name_options_in_errors(const std::function<void()>& work) const {
  try {
    work();
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(with_options(error.what(), with_option_));
  }
}

}  // namespace dragoman
