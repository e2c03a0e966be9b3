#pragma once

#include <optional>
#include <string>
#include <vector>

#include "metrics/signature.h"
#include "metrics/significance.h"

namespace dragoman {

/// A score of one system, with the data that are printed beside it.
struct ScoreReport {
  std::string name;
  double score = 0;
  std::string details;  // may be empty
  Signature signature;
  std::optional<ConfidenceInterval> confidence;
};

struct ScoreFormat {
  int width = 1;            // decimals
  bool score_only = false;  // without name, signature and details
  bool short_names = false;
  bool colors = false;  // use a terminal's colours
};

/// Formats sacreBLEU's line: "BLEU|nrefs:1|… = 38.5 (μ = 38.4 ± 0.9) 72.1/47.0/…".
std::string format_score(const ScoreReport& report, const ScoreFormat& format);

/// Formats lines of several scores, aligned at "=", without a newline at the end.
std::string format_scores(const std::vector<ScoreReport>& reports, const ScoreFormat& format);

/// Formats sacreBLEU's JSON: an object for one score, a list for several; plain numbers for
/// score_only. No newline at the end.
std::string format_scores_json(const std::vector<ScoreReport>& reports, const ScoreFormat& format);

}  // namespace dragoman
