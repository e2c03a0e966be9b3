#include "grammar/dice.h"

#include <cmath>
#include <vector>

#include "catch.h"

namespace dragoman::grammar {
namespace {

TEST_CASE("a choice among n that are equally likely costs log n") {
  const std::vector<int> items{1, 2, 3, 4, 5, 6, 7};
  Dice dice(1);
  dice.pick(std::span<const int>(items));
  CHECK(dice.nats() == Approx(std::log(7)));
  dice.restore(0);
  dice.between(2, 12);
  CHECK(dice.nats() == Approx(std::log(11)));
  dice.restore(0);
  dice.pick_where(std::span<const int>(items), [](int item) { return item > 4; });
  CHECK(dice.nats() == Approx(std::log(3)));
  dice.restore(0);
  dice.pick_where(std::span<const int>(items), [](int item) { return item == 4; });
  CHECK(dice.nats() == Approx(0).margin(1e-12));
}

TEST_CASE("what happens costs -log of its share") {
  Dice dice(2);
  for (int i = 0; i < 100; ++i) {
    dice.restore(0);
    const bool happened = dice.chance(30);
    REQUIRE(dice.nats() == Approx(-std::log(happened ? 0.3 : 0.7)));
  }
}

TEST_CASE("branches are taken as often as they say and cost accordingly") {
  const double kShares[] = {0.2, 0.5, 0, 0.3};
  int num_taken[] = {0, 0, 0, 0};
  Dice dice(3);
  for (int i = 0; i < 10000; ++i) {
    dice.restore(0);
    const int branch = dice.branch({20, 50, 0, 30});
    ++num_taken[branch];
    REQUIRE(dice.nats() == Approx(-std::log(kShares[branch])));
  }
  for (int i = 0; i < 4; ++i) CHECK(std::abs(num_taken[i] - 10000 * kShares[i]) < 250);
}

TEST_CASE("branches that add up to too little are refused") {
  Dice dice(4);
  CHECK_THROWS_WITH(dice.branch({0, 0}), ContainsSubstring("100"));
}

TEST_CASE("costs add up, and a roll alone costs nothing") {
  Dice dice(5);
  dice.roll();
  CHECK(dice.nats() == 0);
  dice.between(1, 4);
  dice.count(0.5);
  CHECK(dice.nats() == Approx(std::log(8)));
}

}  // namespace
}  // namespace dragoman::grammar
