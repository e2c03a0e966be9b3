#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// One axis of a panel: the range that it shows, and where its ticks are.
struct Axis {
  double low = 0;
  double high = 1;
  double step = 0.2;  // between ticks: 1, 2 or 5 times a power of ten
  int exponent = 0;   // labels count in units of ten to this power

  /// Multiples of `step` from `low` to `high`.
  std::vector<double> ticks() const;
  /// A tick's number with as many decimals as `step` has. Thousands, millions and more carry a
  /// letter: "20k"; below that the unit is to be said once: see unit().
  std::string label(double tick) const;
  /// What numbers are to be multiplied by where labels do not say it, as in "×10⁻³"; else empty.
  std::string unit() const;
};

/// True for what an axis can show: numbers that are finite, and far from the largest.
bool can_be_shown(double value);

/// An axis that shows [low, high], with ticks at its ends and at most `most_steps` steps (2 or
/// more). A range of one number is widened around it. Both must be numbers that can be shown.
Axis round_axis(double low, double high, int most_steps);

/// The same ticks, but of a range that ends where the data do.
Axis exact_axis(double low, double high, int most_steps);

}  // namespace dragoman
