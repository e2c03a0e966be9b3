#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/chart.h"
#include "plot/run_table.h"

namespace dragoman {

/// What training wrote down of a run, and the name that a chart gives it.
struct RunTables {
  std::string name;
  RunTable train;
  std::optional<RunTable> valid;  // none if there is no such file
};

/// How many runs colours can tell apart in a chart.
constexpr size_t kMostRuns = 8;

/// Reads the tables of a run's folder. Throws std::runtime_error if one cannot be read, or if there
/// is no report yet.
RunTables read_run(const std::string& folder, const std::string& name);

/// Loss, scores, learning rate and speed over updates, of one to kMostRuns runs. Throws
/// std::runtime_error with "file:line" for a cell that is no number.
Chart chart_of(const std::vector<RunTables>& runs);

/// The chart of runs' folders as an image. Each run has its folder's name, or the folder as it is
/// given where two names are the same. Throws as read_run and chart_of, and std::invalid_argument
/// for more than kMostRuns.
std::string draw_runs(const std::vector<std::string>& folders, ImageFormat format);

}  // namespace dragoman
