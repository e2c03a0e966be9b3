#include "app/score_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "app/setting_flags.h"
#include "io/parse_number.h"
#include "io/settings_set.h"
#include "translate/sentencepiece_tokenizer.h"

namespace dragoman {
namespace {

constexpr int kMaxSamples = 1000000000;

/// Adds an option for each setting in `names`, or for all: --chrf-beta for beta with the prefix
/// "chrf_".
template <SettingsSection Settings>
void add_metric_options(CLI::App& command, Settings& settings, const std::string& group,
                        const std::string& prefix, const std::vector<std::string>& names = {}) {
  const auto add = [&](const char* name, auto& field, const Range& range, const char* help) {
    if (!names.empty() && std::find(names.begin(), names.end(), name) == names.end()) return;
    add_field_flag(command, field, range, prefix + name, help)->group(group);
  };
  Settings::visit_fields(settings, add);
}

void add_bleu_options(CLI::App& command, ScoreOptions& options) {
  add_metric_options(command, options.bleu, "BLEU", "",
                     {"tokenize", "smooth_method", "smooth_value", "lowercase"});
  command.add_flag("--force", options.force, "do not warn of text that looks tokenised")
      ->group("BLEU");
}

void add_significance_options(CLI::App& command, ScoreOptions& options) {
  const std::string group = "Significance";
  command
      .add_flag("--confidence", options.confidence,
                "one system: mean and 95% interval of the score over bootstrap samples")
      ->group(group);
  command
      .add_option("--confidence-n", options.confidence_samples,
                  "number of samples for --confidence")
      ->check(CLI::Range(2, kMaxSamples))
      ->group(group);
  auto* bootstrap =
      command
          .add_flag("--paired-bs", options.paired_bootstrap,
                    "several systems: compare each with the first by paired bootstrap")
          ->group(group);
  command
      .add_option("--paired-bs-n", options.bootstrap_samples, "number of samples for --paired-bs")
      ->check(CLI::Range(1, kMaxSamples))
      ->group(group);
  command
      .add_flag("--paired-ar", options.paired_randomization,
                "several systems: compare each with the first by approximate randomization")
      ->excludes(bootstrap)
      ->group(group);
  command
      .add_option("--paired-ar-n", options.randomization_trials, "number of trials for --paired-ar")
      ->check(CLI::Range(1, kMaxSamples))
      ->group(group);
  command
      .add_option("--seed", options.seed, "seed of samples and trials; none: a new one each time")
      ->envname("SACREBLEU_SEED")
      ->group(group);
}

void add_output_options(CLI::App& command, ScoreOptions& options) {
  const std::string group = "Output";
  add_enum_option(command, "--format", options.output,
                  "json (default for files), text (default with RUN), or for several systems latex")
      ->transform([](const std::string& name) { return CLI::detail::to_lower(name); })
      ->envname("SACREBLEU_FORMAT")
      ->group(group);
  command.add_option("--width", options.format.width, "decimals of scores")
      ->check(CLI::Range(0, 17))
      ->group(group);
  command.add_flag("--score-only", options.format.score_only, "print scores alone")->group(group);
  command.add_flag("--short", options.format.short_names, "print short signatures")->group(group);
  command.add_flag("--no-color", options.no_color, "no colours, as with NO_COLOR set")
      ->group(group);
  command.add_flag("--quiet", options.quiet, "no warnings")->group(group);
}

/// Returns no seed for "none".
std::optional<uint64_t> parse_seed(const std::string& text) {
  if (CLI::detail::to_lower(text) == "none") return std::nullopt;
  const std::optional<uint64_t> seed = parse_number<uint64_t>(text);
  if (!seed)
    throw std::invalid_argument("--seed " + text + ": give a number from 0 to 2^64 - 1, or none");
  return seed;
}

}  // namespace

void ScoreOptions::add_to(CLI::App& command) {
  command.add_option("--metrics", metrics, "bleu, chrf, ter, or several of them")
      ->check(CLI::IsMember({"bleu", "chrf", "ter"}))
      ->expected(1, -1);
  command.add_flag("--sentence-level", sentence_level, "score each line on its own");
  add_bleu_options(command, *this);
  add_metric_options(command, chrf, "chrF", "chrf_");
  add_metric_options(command, ter, "TER", "ter_");
  add_significance_options(command, *this);
  add_output_options(command, *this);
}

void ScoreOptions::check(size_t num_systems) const {
  const bool is_paired = test() != SignificanceTest::kNone;
  if (sentence_level && (metrics.size() > 1 || num_systems > 1 || confidence || is_paired)) {
    throw std::invalid_argument(
        "--sentence-level scores one system by one metric, without a test of significance");
  }
  if (is_paired && num_systems == 1) {
    throw std::invalid_argument(
        "--paired-bs and --paired-ar compare systems: give --hypothesis the baseline and others");
  }
  if (confidence && num_systems > 1) {
    throw std::invalid_argument(
        "--confidence is for one system; compare several by --paired-bs or --paired-ar");
  }
  parse_seed(seed);
}

std::unique_ptr<Metric> ScoreOptions::make_metric(const std::string& name) const {
  if (name == "chrf") return std::make_unique<Chrf>(chrf);
  if (name == "ter") return std::make_unique<Ter>(ter);
  BleuSettings settings = bleu;
  settings.effective_order = sentence_level;
  return std::make_unique<Bleu>(settings, open_bleu_tokenizer(settings.tokenize));
}

std::vector<std::unique_ptr<Metric>> ScoreOptions::make_metrics() const {
  std::vector<std::string> names;
  for (const std::string& name : metrics) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  if (test() == SignificanceTest::kNone) std::sort(names.begin(), names.end());
  std::vector<std::unique_ptr<Metric>> result;
  for (const std::string& name : names) result.push_back(make_metric(name));
  return result;
}

void ScoreOptions::ignore_case() {
  bleu.lowercase = true;
  chrf.lowercase = true;
  ter.case_sensitive = false;
}

SignificanceTest ScoreOptions::test() const {
  if (paired_bootstrap) return SignificanceTest::kPairedBootstrap;
  return paired_randomization ? SignificanceTest::kPairedRandomization : SignificanceTest::kNone;
}

Resampling ScoreOptions::resampling() const {
  const size_t num_samples = paired_bootstrap       ? bootstrap_samples
                             : paired_randomization ? randomization_trials
                                                    : confidence_samples;
  return {num_samples, parse_seed(seed)};
}

Signature ScoreOptions::resampling_signature() const {
  if (!confidence && test() == SignificanceTest::kNone) return {};
  return resampling_items(paired_randomization, resampling().num_samples,
                          CLI::detail::to_lower(seed));
}

}  // namespace dragoman
