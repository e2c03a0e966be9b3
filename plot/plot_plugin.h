#pragma once

#include "plot/run_chart.h"

namespace dragoman {

/// What libdragoman_plot.so supplies, the library with all that needs cairo. It must be of the same
/// version as the program that opens it.
struct PlotPlugin {
  const char* version;
  decltype(&draw_runs) draw;
};

}  // namespace dragoman
