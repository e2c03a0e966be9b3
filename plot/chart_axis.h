#pragma once

#include <string>
#include <vector>

namespace dragoman {

/// One axis of a panel: its range and its ticks.
struct Axis {
  double low = 0;
  double high = 1;
  double step = 0.2;  // between ticks: 1, 2 or 5 times a power of ten
  int exponent = 0;   // unit of labels: ten to this power

  /// Returns the multiples of `step` from `low` to `high`.
  std::vector<double> ticks() const;
  /// Formats a tick's number with as many decimals as `step` has. Thousands, millions and more get
  /// a letter, "20k", from 10^15 on an exponent, "20e15". For small numbers, unit() returns their
  /// common factor.
  std::string label(double tick) const;
  /// Returns the factor of all labels, as "×10⁻³"; empty if they have none.
  std::string unit() const;
};

/// True if an axis can show the number: it is finite, and not close to the largest double.
bool can_be_shown(double value);

/// Makes an axis for [low, high] with ticks at its ends and at most `most_steps` steps (2 or more).
/// A range of one number is widened. can_be_shown() must hold for both.
Axis round_axis(double low, double high, int most_steps);

/// The same, but the range ends where the data end.
Axis exact_axis(double low, double high, int most_steps);

}  // namespace dragoman
