#include "plot/chart_axis.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace dragoman {
namespace {

constexpr double kTolerance = 1e-9;   // in steps
constexpr double kSmallest = 1e-300;  // doubles below it lose digits

double steps_below(double value, double step) { return std::floor(value / step + kTolerance); }
double steps_above(double value, double step) { return std::ceil(value / step - kTolerance); }

/// Returns the smallest of 1, 2 and 5 times a power of ten that splits [low, high], with ends
/// rounded outwards, into at most `most_steps` steps.
double round_step(double low, double high, int most_steps) {
  double power = std::pow(10, std::floor(std::log10((high - low) / most_steps)));
  while (true) {
    for (const double factor : {1, 2, 5}) {
      const double step = factor * power;
      if (steps_above(high, step) - steps_below(low, step) <= most_steps) return step;
    }
    power *= 10;
  }
}

int exponent_for(double largest) {
  const int magnitude = static_cast<int>(std::floor(std::log10(largest) + kTolerance));
  if (magnitude >= 4) return magnitude / 3 * 3;
  return magnitude <= -3 ? magnitude : 0;
}

std::string suffix_of(int exponent) {
  const char* const letters[] = {"", "k", "M", "G", "T"};
  return exponent <= 12 ? letters[exponent / 3] : "e" + std::to_string(exponent);
}

/// Widens a range that is so small that rounding would lose its ticks.
void widen(double& low, double& high) {
  const double size = std::max(std::abs(low), std::abs(high));
  if (high - low > std::max(kTolerance * size, kSmallest)) return;
  high += size > kSmallest ? size / 10 : 1;
  if (low != 0) low -= size / 10;
}

}  // namespace

std::vector<double> Axis::ticks() const {
  const double first = steps_above(low, step);
  const int num_ticks = static_cast<int>(steps_below(high, step) - first) + 1;
  std::vector<double> ticks;
  for (int i = 0; i < num_ticks; ++i) ticks.push_back((first + i) * step + 0.0);  // no -0
  return ticks;
}

std::string Axis::label(double tick) const {
  if (exponent > 0 && tick == 0) return "0";
  const double unit_size = std::pow(10, exponent);
  const double decimals = std::max(0.0, std::ceil(-std::log10(step / unit_size) - kTolerance));
  return fmt::format("{:.{}f}{}", tick / unit_size, static_cast<int>(decimals),
                     exponent > 0 ? suffix_of(exponent) : "");
}

std::string Axis::unit() const {
  if (exponent >= 0) return "";
  const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string unit = "×10⁻";
  for (const char digit : std::to_string(-exponent)) unit += digits[digit - '0'];
  return unit;
}

bool can_be_shown(double value) { return std::abs(value) < 1e300; }

Axis exact_axis(double low, double high, int most_steps) {
  widen(low, high);
  const double step = round_step(low, high, most_steps);
  return {low, high, step, exponent_for(std::max(std::abs(low), std::abs(high)))};
}

Axis round_axis(double low, double high, int most_steps) {
  Axis axis = exact_axis(low, high, most_steps);
  axis.low = steps_below(axis.low, axis.step) * axis.step;
  axis.high = steps_above(axis.high, axis.step) * axis.step;
  return axis;
}

}  // namespace dragoman
