#pragma once

#include <memory>
#include <string>
#include <vector>

namespace dragoman {

enum class ImageFormat { kSvg, kPng };

struct Colour {
  double red = 0, green = 0, blue = 0;  // 0 to 1
  double opacity = 1;
};

struct Point {
  double x = 0, y = 0;
};

struct Rectangle {
  double left = 0, top = 0, width = 0, height = 0;
  double right() const { return left + width; }
  double bottom() const { return top + height; }
};

struct Stroke {
  Colour colour;
  double width = 1;
  bool dashed = false;
};

enum class Align { kLeft, kCentre, kRight };

struct TextStyle {
  double size = 12;
  bool bold = false;
  Colour colour;
  Align align = Align::kLeft;
};

/// A white canvas for drawing with cairo, in units of a point from the top left corner. A PNG has
/// two pixels a unit. image() throws std::runtime_error for errors of cairo.
class ChartCanvas {
 public:
  ChartCanvas(ImageFormat format, double width, double height);
  ~ChartCanvas();
  ChartCanvas(const ChartCanvas&) = delete;
  ChartCanvas& operator=(const ChartCanvas&) = delete;

  /// Draws a line through the points, without those that change nothing in columns of pixels.
  void line(const std::vector<Point>& points, const Stroke& stroke);
  void fill(const Rectangle& area, const Colour& colour);
  /// Draws a disc; if not `filled`, a ring with a white centre.
  void dot(Point centre, double radius, const Colour& colour, bool filled);
  /// Draws text (valid UTF-8) with its base line at `at`.
  void text(Point at, const std::string& text, const TextStyle& style);
  double text_width(const std::string& text, const TextStyle& style);

  /// Returns the image file's bytes. Must be the last call.
  std::string image();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman
