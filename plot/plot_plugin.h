#pragma once

#include "plot/run_chart.h"

namespace dragoman {

/// Functions of libdragoman_plot.so, the library with all code that needs cairo. It must have the
/// version of the program that opens it.
struct PlotPlugin {
  const char* version;
  decltype(&draw_runs) draw;
};

}  // namespace dragoman
