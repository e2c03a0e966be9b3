#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/score_table.h"
#include "metrics/ter.h"

namespace CLI {
class App;
}

namespace dragoman {

enum class ScoreOutput { kJson, kText, kLatex };
constexpr auto enum_names(ScoreOutput) {
  return std::array{std::pair{ScoreOutput::kJson, "json"}, std::pair{ScoreOutput::kText, "text"},
                    std::pair{ScoreOutput::kLatex, "latex"}};
}

/// Options of `evaluate` for scores, named as sacreBLEU's: --metrics, --smooth-method, --paired-bs
/// and so on.
struct ScoreOptions {
  std::vector<std::string> metrics = {"bleu"};
  bool sentence_level = false;

  BleuSettings bleu;
  bool force = false;
  ChrfSettings chrf;
  TerSettings ter;

  bool confidence = false;
  bool paired_bootstrap = false;
  bool paired_randomization = false;
  size_t confidence_samples = 1000;
  size_t bootstrap_samples = 1000;
  size_t randomization_trials = 10000;
  std::string seed;  // a number or none; "": that of SACREBLEU_SEED, or 12345

  ScoreFormat format;
  std::optional<ScoreOutput> output;
  bool no_color = false;
  bool quiet = false;

  void add_to(CLI::App& command);

  /// Takes `output` from the variable SACREBLEU_FORMAT if the command line lacks it. Throws
  /// std::invalid_argument if the variable is no format.
  void read_environment();
  /// Throws std::invalid_argument for options that exclude each other or do not allow
  /// `num_systems`.
  void check(size_t num_systems) const;
  /// Returns the chosen metrics in alphabetical order; for a test of significance, in the order of
  /// the command line.
  std::vector<std::unique_ptr<Metric>> make_metrics() const;

  /// Makes all metrics ignore case.
  void ignore_case();

  SignificanceTest test() const;
  /// Returns the number of samples of the test, or of --confidence.
  size_t num_samples() const;
  /// Returns the resampling of the test, or of --confidence. Throws std::invalid_argument for a
  /// seed that is none.
  Resampling resampling() const;
  /// Returns the resampling's items of a signature; none without resampling.
  Signature resampling_signature() const;

 private:
  bool resamples() const;
  std::optional<uint64_t> chosen_seed() const;
  std::unique_ptr<Metric> make_metric(const std::string& name) const;
};

}  // namespace dragoman
