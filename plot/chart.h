#pragma once

#include <string>
#include <vector>

#include "plot/chart_canvas.h"

namespace dragoman {

enum class CurveStyle {
  kThin,    // a line; for many points
  kDotted,  // a line, with a dot at each point if there is space
  kDashed,  // dashes with rings
};

/// A line through points; x and y must have the same size. The line is interrupted at a point that
/// is not finite.
struct Curve {
  std::vector<double> x, y;
  Colour colour;
  CurveStyle style = CurveStyle::kThin;
};

struct LegendEntry {
  std::string label;
  Colour colour;
  CurveStyle style = CurveStyle::kThin;
};

struct ChartPanel {
  std::string title;
  bool from_zero = false;  // the y axis begins at 0
  std::vector<Curve> curves;
  std::vector<LegendEntry> legend;
  bool legend_at_top = false;  // else at the bottom; always on the right
  std::string note;            // shown if there are no points
};

/// Panels in two columns with a common x axis, and a common legend above them.
struct Chart {
  std::string x_title;
  std::vector<LegendEntry> legend;
  std::vector<ChartPanel> panels;
};

/// Draws the chart and returns an image file's bytes. Throws std::runtime_error if it cannot be
/// drawn.
std::string draw_chart(const Chart& chart, ImageFormat format);

}  // namespace dragoman
