#pragma once

#include <optional>
#include <string>
#include <vector>

#include "plot/chart.h"
#include "plot/run_table.h"

namespace dragoman {

/// The tables that training wrote for a run, and the run's name in the chart.
struct RunTables {
  std::string name;
  RunTable train;
  std::optional<RunTable> valid;  // nullopt if there is no such file
};

/// Number of runs that colours can distinguish in a chart.
constexpr size_t kMostRuns = 8;

/// Reads the tables in a run's folder. Throws std::runtime_error if one cannot be read, or if it
/// has no report yet.
RunTables read_run(const std::string& folder, const std::string& name);

/// Charts loss, scores, learning rate and speed over updates, for one to kMostRuns runs. Throws
/// std::runtime_error with "file:line" for a cell that is not a number.
Chart chart_of(const std::vector<RunTables>& runs);

/// Draws the chart of runs' folders as an image. Runs are named after their folders; if two names
/// are equal, by the folders as given. Throws as read_run() and chart_of() do, and
/// std::invalid_argument for more than kMostRuns.
std::string draw_runs(const std::vector<std::string>& folders, ImageFormat format);

}  // namespace dragoman
