#pragma once

#include <string>
#include <vector>

#include "metrics/score_text.h"
#include "metrics/significance.h"

namespace dragoman {

enum class SignificanceTest { kNone, kPairedBootstrap, kPairedRandomization };

/// Scores of several systems in several metrics.
struct ScoreTable {
  struct Column {
    std::string name;  // of the metric
    Signature signature;
    std::vector<PairedResult> results;  // by system
  };
  std::vector<std::string> systems;  // if tested, the first one is the baseline
  std::vector<Column> columns;
  SignificanceTest test = SignificanceTest::kNone;
  size_t num_samples = 0;  // of the test
};

/// Format a table in sacreBLEU's three formats. The last line has no newline.
std::string format_table_json(const ScoreTable& table, const ScoreFormat& format);
std::string format_table_text(const ScoreTable& table, const ScoreFormat& format);
std::string format_table_latex(const ScoreTable& table, const ScoreFormat& format);

}  // namespace dragoman
