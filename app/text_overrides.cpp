#include "app/text_overrides.h"

#include <algorithm>
#include <stdexcept>

namespace dragoman {
namespace {

/// Throws if an override sets something of a second corpus.
void check_no_other_corpus(const std::vector<std::string>& overrides) {
  const std::string list = "data.train.", first = "data.train.0";
  for (const std::string& one : overrides) {
    if (!one.starts_with(list) || one.starts_with(first + ".") || one.starts_with(first + "="))
      continue;
    throw std::invalid_argument(
        "--set " + one +
        ": data.train has one corpus here, data.train.0; for more of them begin the run without "
        "this, copy its train.json, and train by `dragoman train COPY --out ANOTHER --set "
        "data.train.1.source=FILE --set data.train.1.target=FILE`");
  }
}

/// Throws if the overrides name text: this run's is named by options.
void check_names_no_text(const DataSettings& data) {
  const auto names_text = [](const CorpusSettings& corpus) { return !corpus.empty(); };
  const bool trains = std::ranges::any_of(data.train, names_text);
  if (!trains && !names_text(data.valid)) return;
  throw std::invalid_argument(
      "text is named by --source and --target, or --tsv, and by --valid-source and --valid-target "
      "here: leave --set data." +
      std::string(trains ? "train" : "valid") + " out");
}

void check_links_fit(const DataSettings& data) {
  for (const CorpusSettings& corpus : data.train) {
    if (corpus.alignment.empty() || corpus.wants_alignment()) continue;
    throw std::invalid_argument(
        "data.train.0.alignment is " + corpus.alignment +
        ", but pairs of the text are held out for validation, so that its lines would not fit: set "
        "it to auto, or name other text for validation by --valid-source and --valid-target");
  }
}

}  // namespace

void apply_overrides(const std::vector<std::string>& overrides, Config& config) {
  for (const std::string& assignment : overrides) apply_override(assignment, config);
}

Config config_of_overrides(const std::vector<std::string>& overrides, bool holds_out) {
  check_no_other_corpus(overrides);
  Config config;
  apply_overrides(overrides, config);
  check_names_no_text(config.data);
  if (holds_out) check_links_fit(config.data);
  return config;
}

}  // namespace dragoman
