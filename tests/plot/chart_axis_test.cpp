#include "plot/chart_axis.h"

#include <cmath>
#include <limits>

#include "catch.h"

using namespace dragoman;

namespace {

/// The ticks' labels, with a space after each.
std::string labels(const Axis& axis) {
  std::string text;
  for (const double tick : axis.ticks()) text += axis.label(tick) + " ";
  return text;
}

}  // namespace

TEST_CASE("an axis is divided by 1, 2 or 5 times a power of ten, and its ends are rounded") {
  CHECK(labels(round_axis(2.49, 9.1, 6)) == "2 4 6 8 10 ");
  CHECK(labels(round_axis(0, 38.2, 6)) == "0 10 20 30 40 ");
  CHECK(labels(round_axis(0, 100, 5)) == "0 20 40 60 80 100 ");
  CHECK(labels(round_axis(2.87, 3.12, 6)) == "2.85 2.90 2.95 3.00 3.05 3.10 3.15 ");
  CHECK(labels(round_axis(-0.4, 0.4, 4)) == "-0.4 -0.2 0.0 0.2 0.4 ");
}

TEST_CASE("an exact axis ends where the data end") {
  const Axis axis = exact_axis(0, 3200, 7);
  CHECK(axis.low == 0);
  CHECK(axis.high == 3200);
  CHECK(labels(axis) == "0 500 1000 1500 2000 2500 3000 ");
}

TEST_CASE("large numbers carry a letter, small ones a unit that is said once") {
  CHECK(labels(round_axis(0, 9000, 5)) == "0 2000 4000 6000 8000 10000 ");
  CHECK(labels(round_axis(0, 16'800, 4)) == "0 5k 10k 15k 20k ");
  CHECK(labels(exact_axis(0, 1e5, 7)) == "0 20k 40k 60k 80k 100k ");
  CHECK(labels(round_axis(0, 2.4e6, 5)) == "0 0.5M 1.0M 1.5M 2.0M 2.5M ");
  CHECK(round_axis(0, 2.4e6, 5).unit().empty());
  CHECK(labels(round_axis(0, 4e14, 4)) == "0 100T 200T 300T 400T ");
  CHECK(labels(round_axis(0, 1e16, 5)) == "0 2e15 4e15 6e15 8e15 10e15 ");

  const Axis rate = round_axis(0, 4.9e-3, 6);
  CHECK(labels(rate) == "0 1 2 3 4 5 ");
  CHECK(rate.unit() == "×10⁻³");
  CHECK(round_axis(0, 3e-12, 6).unit() == "×10⁻¹²");
  CHECK(round_axis(0, 0.05, 6).unit().empty());
}

TEST_CASE("a range of one number is widened around it") {
  CHECK(labels(round_axis(0, 0, 5)) == "0.0 0.2 0.4 0.6 0.8 1.0 ");
  const Axis axis = round_axis(3, 3, 5);
  CHECK(axis.low < 3);
  CHECK(axis.high > 3);
}

TEST_CASE("axes of all ranges that can be shown have their ends and few ticks") {
  const double numbers[] = {-9e299, -1e17, -3,        -1e-310, 0, 5e-324, 1e-300, 1e-9,
                            0.1,    1,     1 + 1e-15, 1.0001,  7, 1e17,   9e299};
  for (const double low : numbers) {
    for (const double high : numbers) {
      if (low > high) continue;
      INFO(low << " to " << high);
      const Axis axis = round_axis(low, high, 6);
      const double rounding = 1e-6 * axis.step;
      CHECK(axis.low <= low + rounding);
      CHECK(axis.high >= high - rounding);
      CHECK(axis.low < axis.high);
      CHECK(axis.ticks().size() >= 2);
      CHECK(axis.ticks().size() <= 7);
    }
  }
  CHECK_FALSE(can_be_shown(std::nan("")));
  CHECK_FALSE(can_be_shown(-std::numeric_limits<double>::infinity()));
  CHECK(can_be_shown(-9e299));
}
