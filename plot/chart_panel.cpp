#include "plot/chart_panel.h"

#include <algorithm>
#include <limits>

#include "io/utf8.h"
#include "plot/chart_style.h"

namespace dragoman {
namespace {

constexpr int kMostStepsUp = 6;     // of the y axis
constexpr double kDotDistance = 8;  // closer points get no dots
constexpr double kTextMiddle = 4;   // from the base line to the middle of the text
constexpr double kTickLength = 4;
constexpr Colour kBackdrop = {1, 1, 1, 0.8};

/// Maps data to the canvas.
struct Scales {
  const Axis& x;
  const Axis& y;
  const Rectangle& area;

  double across(double value) const {
    return area.left + area.width * (value - x.low) / (x.high - x.low);
  }
  double up(double value) const {
    return area.bottom() - area.height * (value - y.low) / (y.high - y.low);
  }
};

double dot_distance(const std::vector<Point>& points) {
  if (points.size() < 2) return std::numeric_limits<double>::infinity();
  return (points.back().x - points.front().x) / static_cast<double>(points.size() - 1);
}

Stroke stroke_of(const Colour& colour, CurveStyle style) {
  return {colour, style == CurveStyle::kThin ? kThinLine : kThickLine,
          style == CurveStyle::kDashed};
}

/// Draws one uninterrupted piece of a curve. A single point is drawn as a dot in every style, since
/// a line would be invisible.
void draw_piece(ChartCanvas& canvas, const std::vector<Point>& points, const Curve& curve) {
  canvas.line(points, stroke_of(curve.colour, curve.style));
  const bool wants_dots = curve.style != CurveStyle::kThin || points.size() == 1;
  if (!wants_dots || dot_distance(points) < kDotDistance) return;
  for (const Point& point : points) {
    canvas.dot(point, kDotRadius, curve.colour, curve.style != CurveStyle::kDashed);
  }
}

void draw_curve(ChartCanvas& canvas, const Curve& curve, const Scales& scales) {
  std::vector<Point> piece;
  for (size_t i = 0; i < curve.x.size(); ++i) {
    if (can_be_shown(curve.x[i]) && can_be_shown(curve.y[i])) {
      piece.push_back({scales.across(curve.x[i]), scales.up(curve.y[i])});
    } else {
      draw_piece(canvas, piece, curve);
      piece.clear();
    }
  }
  draw_piece(canvas, piece, curve);
}

void draw_x_grid(ChartCanvas& canvas, const Scales& scales) {
  const Rectangle& area = scales.area;
  TextStyle below = kTickText;
  below.align = Align::kCentre;
  for (const double tick : scales.x.ticks()) {
    const double x = scales.across(tick);
    canvas.line({{x, area.top}, {x, area.bottom()}}, kGridStroke);
    canvas.line({{x, area.bottom()}, {x, area.bottom() + kTickLength}}, kSpineStroke);
    canvas.text({x, area.bottom() + 17}, scales.x.label(tick), below);
  }
}

void draw_y_grid(ChartCanvas& canvas, const Scales& scales) {
  const Rectangle& area = scales.area;
  for (const double tick : scales.y.ticks()) {
    const double y = scales.up(tick);
    canvas.line({{area.left, y}, {area.right(), y}}, kGridStroke);
    canvas.line({{area.left - kTickLength, y}, {area.left, y}}, kSpineStroke);
    canvas.text({area.left - 8, y + kTextMiddle}, scales.y.label(tick), kTickText);
  }
}

void draw_spines(ChartCanvas& canvas, const Rectangle& area) {
  const Point corner = {area.left, area.bottom()};
  canvas.line({{area.left, area.top}, corner, {area.right(), area.bottom()}}, kSpineStroke);
}

void draw_title(ChartCanvas& canvas, const ChartPanel& panel, const std::string& unit,
                const Rectangle& area) {
  const std::string title = unit.empty() ? panel.title : panel.title + " (" + unit + ")";
  canvas.text({area.left, area.top - 13}, title, kTitleText);
}

Rectangle legend_box(ChartCanvas& canvas, const ChartPanel& panel, const Rectangle& area) {
  double width = 0;
  for (const LegendEntry& entry : panel.legend) {
    width = std::max(width, legend_entry_width(canvas, entry));
  }
  const double height = kLegendRow * static_cast<double>(panel.legend.size());
  const double top = panel.legend_at_top ? area.top + 4 : area.bottom() - height - 8;
  return {area.right() - width - 10, top, width, height};
}

void draw_legend(ChartCanvas& canvas, const ChartPanel& panel, const Rectangle& area) {
  if (panel.legend.size() < 2) return;  // there is nothing to distinguish
  const Rectangle box = legend_box(canvas, panel, area);
  canvas.fill(box, kBackdrop);
  Point place = {box.left, box.top + kLegendRow / 2};
  for (const LegendEntry& entry : panel.legend) {
    draw_legend_entry(canvas, entry, place);
    place.y += kLegendRow;
  }
}

/// Makes the axis for all finite numbers of the curves. Returns false if there are none.
bool make_y_axis(const ChartPanel& panel, Axis& axis) {
  double low = panel.from_zero ? 0 : std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  for (const Curve& curve : panel.curves) {
    for (const double y : curve.y) {
      if (!can_be_shown(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  if (high < low) return false;
  axis = round_axis(low, high, kMostStepsUp);
  return true;
}

}  // namespace

void draw_panel(ChartCanvas& canvas, const ChartPanel& panel, const Axis& x,
                const Rectangle& area) {
  Axis y;
  const bool has_points = make_y_axis(panel, y);
  draw_title(canvas, panel, y.unit(), area);
  draw_x_grid(canvas, {x, y, area});
  if (has_points) draw_y_grid(canvas, {x, y, area});
  draw_spines(canvas, area);
  for (const Curve& curve : panel.curves) draw_curve(canvas, curve, {x, y, area});
  if (has_points) {
    draw_legend(canvas, panel, area);
  } else {
    const Point middle = {area.left + area.width / 2, area.top + area.height / 2};
    canvas.text(middle, panel.note, kNoteText);
  }
}

void draw_legend_entry(ChartCanvas& canvas, const LegendEntry& entry, Point at) {
  canvas.line({at, {at.x + kLegendSample, at.y}}, stroke_of(entry.colour, entry.style));
  if (entry.style != CurveStyle::kThin) {
    canvas.dot({at.x + kLegendSample / 2, at.y}, kDotRadius, entry.colour,
               entry.style != CurveStyle::kDashed);
  }
  canvas.text({at.x + kLegendSample + kLegendGap, at.y + kTextMiddle}, entry.label, kLegendText);
}

double legend_entry_width(ChartCanvas& canvas, const LegendEntry& entry) {
  return kLegendSample + kLegendGap + canvas.text_width(entry.label, kLegendText);
}

LegendEntry fit_legend_entry(ChartCanvas& canvas, const LegendEntry& entry, double width) {
  LegendEntry fitted = entry;
  const std::vector<size_t> bounds = character_bounds(entry.label);
  for (size_t kept = bounds.size() - 1; kept > 0 && legend_entry_width(canvas, fitted) > width;) {
    --kept;
    const size_t end = bounds.size() - 1 - (kept + 1) / 2;  // of what is left out
    fitted.label =
        entry.label.substr(0, bounds[kept / 2]) + "\u2026" + entry.label.substr(bounds[end]);
  }
  return fitted;
}

}  // namespace dragoman
