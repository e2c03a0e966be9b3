#pragma once

#include "plot/chart.h"
#include "plot/chart_axis.h"

namespace dragoman {

/// Draws a panel whose axes enclose `area`. The title is above it, the ticks' numbers are to its
/// left and below.
void draw_panel(ChartCanvas& canvas, const ChartPanel& panel, const Axis& x, const Rectangle& area);

/// Draws a legend's entry, the middle of its left end at `at`.
void draw_legend_entry(ChartCanvas& canvas, const LegendEntry& entry, Point at);

/// Width of a legend's entry.
double legend_entry_width(ChartCanvas& canvas, const LegendEntry& entry);

/// Returns the entry. If it is wider than `width`, an ellipsis replaces the middle of its label
/// (valid UTF-8).
LegendEntry fit_legend_entry(ChartCanvas& canvas, const LegendEntry& entry, double width);

}  // namespace dragoman
