#include "plot/chart_canvas.h"

#include <cairo-svg.h>
#include <cairo.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>
#include <stdexcept>

namespace dragoman {
namespace {

constexpr double kPixelsPerUnit = 2;  // of a PNG

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
  static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t* make_svg(std::string& bytes, double width, double height) {
  cairo_surface_t* surface = cairo_svg_surface_create_for_stream(append, &bytes, width, height);
  cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

cairo_surface_t* make_png(double width, double height) {
  cairo_surface_t* surface =
      cairo_image_surface_create(CAIRO_FORMAT_RGB24, static_cast<int>(width * kPixelsPerUnit),
                                 static_cast<int>(height * kPixelsPerUnit));
  cairo_surface_set_device_scale(surface, kPixelsPerUnit, kPixelsPerUnit);
  return surface;
}

/// Keeps the widths of letters independent of the scale, so that both formats look the same.
void leave_text_unhinted(cairo_t* context) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(context, options);
  cairo_font_options_destroy(options);
}

/// Returns the points that matter to the picture: of more than four in a row in a column of pixels,
/// the first, the lowest, the highest and the last.
std::vector<Point> visible_points(const std::vector<Point>& points) {
  const auto column_of = [](const Point& point) { return std::floor(point.x * kPixelsPerUnit); };
  const auto is_higher = [](const Point& a, const Point& b) { return a.y < b.y; };
  std::vector<Point> visible;
  for (auto begin = points.begin(), end = begin; begin != points.end(); begin = end) {
    const double column = column_of(*begin);
    end = std::find_if(begin, points.end(),
                       [&](const Point& point) { return column_of(point) != column; });
    if (end - begin <= 4) {
      visible.insert(visible.end(), begin, end);
      continue;
    }
    const auto [highest, lowest] = std::minmax_element(begin, end, is_higher);
    for (const auto& point : std::set{begin, highest, lowest, end - 1}) visible.push_back(*point);
  }
  return visible;
}

void check(cairo_status_t status) {
  if (status == CAIRO_STATUS_SUCCESS) return;
  throw std::runtime_error(std::string("cannot draw the chart: ") + cairo_status_to_string(status));
}

}  // namespace

struct ChartCanvas::Impl {
  Impl(ImageFormat image_format, double width, double height)
      : format(image_format),
        surface(format == ImageFormat::kSvg ? make_svg(bytes, width, height)
                                            : make_png(width, height)),
        context(cairo_create(surface)) {
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND);
    leave_text_unhinted(context);
  }
  ~Impl() {
    cairo_destroy(context);
    cairo_surface_destroy(surface);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  void use(const Colour& colour) {
    cairo_set_source_rgba(context, colour.red, colour.green, colour.blue, colour.opacity);
  }

  void use(const Stroke& stroke) {
    const double dashes[] = {4, 3};
    use(stroke.colour);
    cairo_set_line_width(context, stroke.width);
    cairo_set_dash(context, dashes, stroke.dashed ? 2 : 0, 0);
  }

  void use(const TextStyle& style) {
    use(style.colour);
    cairo_set_font_size(context, style.size);
    cairo_select_font_face(context, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  }

  void add_rectangle(const Rectangle& area) {
    cairo_rectangle(context, area.left, area.top, area.width, area.height);
  }

  std::string bytes;
  ImageFormat format;
  cairo_surface_t* surface;
  cairo_t* context;
};

ChartCanvas::ChartCanvas(ImageFormat format, double width, double height)
    : impl_(std::make_unique<Impl>(format, width, height)) {
  fill({0, 0, width, height}, {1, 1, 1});
}

ChartCanvas::~ChartCanvas() = default;

void ChartCanvas::line(const std::vector<Point>& points, const Stroke& stroke) {
  impl_->use(stroke);
  for (const Point& point : visible_points(points)) cairo_line_to(impl_->context, point.x, point.y);
  cairo_stroke(impl_->context);
}

void ChartCanvas::fill(const Rectangle& area, const Colour& colour) {
  impl_->use(colour);
  impl_->add_rectangle(area);
  cairo_fill(impl_->context);
}

void ChartCanvas::dot(Point centre, double radius, const Colour& colour, bool filled) {
  impl_->use(filled ? colour : Colour{1, 1, 1});
  cairo_arc(impl_->context, centre.x, centre.y, radius, 0, 2 * std::numbers::pi);
  cairo_fill_preserve(impl_->context);
  impl_->use(Stroke{colour});
  cairo_stroke(impl_->context);
}

void ChartCanvas::text(Point at, const std::string& text, const TextStyle& style) {
  const double width = text_width(text, style);
  const double share = style.align == Align::kLeft ? 0 : style.align == Align::kCentre ? 0.5 : 1;
  cairo_move_to(impl_->context, at.x - share * width, at.y);
  cairo_show_text(impl_->context, text.c_str());
  cairo_new_path(impl_->context);
}

double ChartCanvas::text_width(const std::string& text, const TextStyle& style) {
  impl_->use(style);
  cairo_text_extents_t extents = {};
  cairo_text_extents(impl_->context, text.c_str(), &extents);
  return extents.x_advance;
}

std::string ChartCanvas::image() {
  check(cairo_status(impl_->context));
  if (impl_->format == ImageFormat::kPng) {
    check(cairo_surface_write_to_png_stream(impl_->surface, append, &impl_->bytes));
  }
  cairo_surface_finish(impl_->surface);
  check(cairo_surface_status(impl_->surface));
  return std::move(impl_->bytes);
}

}  // namespace dragoman
