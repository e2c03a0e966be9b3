#include "app/score_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>

#include "app/setting_flags.h"
#include "io/parse_number.h"
#include "io/settings_set.h"
#include "translate/sentencepiece_tokenizer.h"

namespace dragoman {
namespace {

constexpr int kMaxSamples = 1000000000;
constexpr uint64_t kSeed = 12345;  // sacreBLEU's own

void add_bleu_options(CLI::App& command, ScoreOptions& options) {
  add_field_flags(
      command, options.bleu,
      {.only = {"tokenize", "smooth_method", "smooth_value", "lowercase"}, .group = "BLEU"});
  command.add_flag("--force", options.force, "do not warn of text that looks tokenised")
      ->group("BLEU");
}

void add_significance_options(CLI::App& command, ScoreOptions& options) {
  const std::string group = "Significance";
  command
      .add_flag("--confidence", options.confidence,
                "one system: mean and 95% interval of the score over bootstrap samples")
      ->group(group);
  add_count_option(command, "--confidence-n", options.confidence_samples,
                   "number of samples for --confidence", between(2, kMaxSamples))
      ->default_str(std::to_string(options.confidence_samples))
      ->group(group);
  auto* bootstrap =
      command
          .add_flag("--paired-bs", options.paired_bootstrap,
                    "several systems: compare each with the first by paired bootstrap")
          ->group(group);
  add_count_option(command, "--paired-bs-n", options.bootstrap_samples,
                   "number of samples for --paired-bs", between(1, kMaxSamples))
      ->default_str(std::to_string(options.bootstrap_samples))
      ->group(group);
  command
      .add_flag("--paired-ar", options.paired_randomization,
                "several systems: compare each with the first by approximate randomization")
      ->excludes(bootstrap)
      ->group(group);
  add_count_option(command, "--paired-ar-n", options.randomization_trials,
                   "number of trials for --paired-ar", between(1, kMaxSamples))
      ->default_str(std::to_string(options.randomization_trials))
      ->group(group);
  command
      .add_option("--seed", options.seed,
                  "seed of samples and trials; none: a new one each time (default: that of the "
                  "variable SACREBLEU_SEED, or 12345)")
      ->group(group);
}

void add_output_options(CLI::App& command, ScoreOptions& options) {
  const std::string group = "Output";
  add_enum_option(command, "--format", options.output,
                  "json (default for files), text (default with RUN), or for several systems "
                  "latex; also by the variable SACREBLEU_FORMAT")
      ->transform([](const std::string& name) { return CLI::detail::to_lower(name); })
      ->group(group);
  add_count_option(command, "--width", options.format.width, "decimals of scores", between(0, 17))
      ->default_str(std::to_string(options.format.width))
      ->group(group);
  command.add_flag("--score-only", options.format.score_only, "print scores alone")->group(group);
  command.add_flag("--short", options.format.short_names, "print short signatures")->group(group);
  command.add_flag("--no-color", options.no_color, "no colours, as with NO_COLOR set")
      ->group(group);
  command.add_flag("--quiet", options.quiet, "no warnings")->group(group);
}

/// Returns no seed for "none". `origin` is where the text is from.
std::optional<uint64_t> parse_seed(const std::string& origin, const std::string& text) {
  if (CLI::detail::to_lower(text) == "none") return std::nullopt;
  const std::optional<uint64_t> seed = parse_number<uint64_t>(text);
  if (!seed)
    throw std::invalid_argument(origin + " " + text +
                                ": give a number from 0 to 2^64 - 1, or none");
  return seed;
}

/// Returns "" also for a variable that is not set.
std::string environment_variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

void ScoreOptions::add_to(CLI::App& command) {
  command.add_option("--metrics", metrics, "bleu, chrf, ter, or several of them (default: bleu)")
      ->check(CLI::IsMember({"bleu", "chrf", "ter"}))
      ->expected(1, -1)
      ->delimiter(',');
  command.add_flag("--sentence-level", sentence_level, "score each line on its own");
  add_bleu_options(command, *this);
  add_field_flags(command, chrf, {.prefix = "chrf_", .group = "chrF"});
  add_field_flags(command, ter, {.prefix = "ter_", .group = "TER"});
  add_significance_options(command, *this);
  add_output_options(command, *this);
}

void ScoreOptions::read_environment() {
  const std::string format_name = CLI::detail::to_lower(environment_variable("SACREBLEU_FORMAT"));
  if (output || sentence_level || format_name.empty()) return;
  set_value(output, {}, format_name, any_value(), {.file = "", .path = "SACREBLEU_FORMAT"});
}

void ScoreOptions::check(size_t num_systems) const {
  const bool is_paired = test() != SignificanceTest::kNone;
  if (sentence_level && (metrics.size() > 1 || num_systems > 1 || confidence || is_paired)) {
    throw std::invalid_argument(
        "--sentence-level scores one system by one metric, without a test of significance");
  }
  if (sentence_level && output.value_or(ScoreOutput::kText) != ScoreOutput::kText)
    throw std::invalid_argument("--sentence-level prints text: leave out --format");
  if (is_paired && num_systems == 1) {
    throw std::invalid_argument(
        "--paired-bs and --paired-ar compare systems: give --hypothesis the baseline and others");
  }
  if (confidence && num_systems > 1) {
    throw std::invalid_argument(
        "--confidence is for one system; compare several by --paired-bs or --paired-ar");
  }
  if (resamples() || !seed.empty()) chosen_seed();
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

bool ScoreOptions::resamples() const { return confidence || test() != SignificanceTest::kNone; }

std::optional<uint64_t> ScoreOptions::chosen_seed() const {
  if (!seed.empty()) return parse_seed("--seed", seed);
  const std::string text = environment_variable("SACREBLEU_SEED");
  return text.empty() ? kSeed : parse_seed("SACREBLEU_SEED", text);
}

size_t ScoreOptions::num_samples() const {
  if (paired_bootstrap) return bootstrap_samples;
  return paired_randomization ? randomization_trials : confidence_samples;
}

Resampling ScoreOptions::resampling() const { return {num_samples(), chosen_seed()}; }

Signature ScoreOptions::resampling_signature() const {
  if (!resamples()) return {};
  const std::optional<uint64_t> number = chosen_seed();
  return resampling_items(paired_randomization, num_samples(),
                          number ? std::to_string(*number) : "none");
}

}  // namespace dragoman
