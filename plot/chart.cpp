#include "plot/chart.h"

#include <algorithm>

#include "plot/chart_panel.h"
#include "plot/chart_style.h"

namespace dragoman {
namespace {

constexpr double kWidth = 960;
constexpr double kLeft = 56;  // space for the numbers of the y axes
constexpr double kRight = 24;
constexpr double kTop = 44;     // space for the titles
constexpr double kBottom = 50;  // space for the numbers and the title of the x axis
constexpr double kColumnGap = 72;
constexpr double kRowGap = 72;
constexpr double kPanelHeight = 216;
constexpr size_t kNumColumns = 2;
constexpr double kPanelWidth = (kWidth - kLeft - kRight - kColumnGap) / kNumColumns;
constexpr double kLegendSpace = 26;  // between two entries
constexpr double kMargin = 1.015;    // keeps the last dots inside the panel
constexpr int kMostStepsAcross = 7;  // of the x axis

/// Returns the legend's entries, each no wider than the chart.
std::vector<LegendEntry> fit_legend(const std::vector<LegendEntry>& entries) {
  ChartCanvas measure(ImageFormat::kSvg, kWidth, kWidth);
  std::vector<LegendEntry> fitted;
  for (const LegendEntry& entry : entries)
    fitted.push_back(fit_legend_entry(measure, entry, kWidth - kLeft - kRight));
  return fitted;
}

/// Places the legend's entries in rows no wider than the chart.
std::vector<Point> place_legend(const std::vector<LegendEntry>& entries) {
  ChartCanvas measure(ImageFormat::kSvg, kWidth, kWidth);
  std::vector<Point> places;
  Point next = {kLeft, kLegendRow};
  for (const LegendEntry& entry : entries) {
    const double width = legend_entry_width(measure, entry);
    const bool fits = next.x + width <= kWidth - kRight;
    if (!fits && next.x > kLeft) next = {kLeft, next.y + kLegendRow};
    places.push_back(next);
    next.x += width + kLegendSpace;
  }
  return places;
}

Axis make_x_axis(const Chart& chart) {
  double high = 0;
  for (const ChartPanel& panel : chart.panels) {
    for (const Curve& curve : panel.curves) {
      for (const double x : curve.x) high = can_be_shown(x) ? std::max(high, x) : high;
    }
  }
  return exact_axis(0, high * kMargin, kMostStepsAcross);
}

Rectangle panel_area(size_t index, double top) {
  const size_t row = index / kNumColumns;
  const size_t column = index % kNumColumns;
  return {kLeft + static_cast<double>(column) * (kPanelWidth + kColumnGap),
          top + static_cast<double>(row) * (kPanelHeight + kRowGap), kPanelWidth, kPanelHeight};
}

/// Draws the x axis' title below panels that have no panel below them.
void draw_x_titles(ChartCanvas& canvas, const Chart& chart, double top) {
  for (size_t i = 0; i < chart.panels.size(); ++i) {
    if (i + kNumColumns < chart.panels.size()) continue;
    const Rectangle area = panel_area(i, top);
    canvas.text({area.left + area.width / 2, area.bottom() + 38}, chart.x_title, kAxisText);
  }
}

}  // namespace

std::string draw_chart(const Chart& chart, ImageFormat format) {
  const std::vector<LegendEntry> legend = fit_legend(chart.legend);
  const std::vector<Point> places = place_legend(legend);
  const double top = kTop + (places.empty() ? 0 : places.back().y + kLegendRow / 2);
  const double bottom = panel_area(chart.panels.size() - 1, top).bottom() + kBottom;
  ChartCanvas canvas(format, kWidth, bottom);
  for (size_t i = 0; i < places.size(); ++i) draw_legend_entry(canvas, legend[i], places[i]);
  const Axis x = make_x_axis(chart);
  for (size_t i = 0; i < chart.panels.size(); ++i) {
    draw_panel(canvas, chart.panels[i], x, panel_area(i, top));
  }
  draw_x_titles(canvas, chart, top);
  return canvas.image();
}

}  // namespace dragoman
