#pragma once

#include "plot/chart.h"
#include "plot/chart_axis.h"

namespace dragoman {

/// Draws a panel whose axes enclose `area`; the title stands above it, the ticks' numbers left of
/// it and below.
void draw_panel(ChartCanvas& canvas, const ChartPanel& panel, const Axis& x, const Rectangle& area);

/// Draws a legend's entry, the middle of its left end at `at`.
void draw_legend_entry(ChartCanvas& canvas, const LegendEntry& entry, Point at);

/// The room that a legend's entry takes from left to right.
double legend_entry_width(ChartCanvas& canvas, const LegendEntry& entry);

}  // namespace dragoman
