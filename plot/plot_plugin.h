#pragma once

#include "plot/run_chart.h"

namespace dragoman {

/// Functions of libdragoman_plot.so, the library with all code that needs cairo. It must be of
/// the same build as the program.
struct PlotPlugin {
  const char* build;  // build_id
  decltype(&draw_runs) draw;
};

}  // namespace dragoman
