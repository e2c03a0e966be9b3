#include "alignment/digamma.h"

#include <cmath>

#include "catch.h"

namespace dragoman {

TEST_CASE("digamma has the values of mathematical tables") {
  CHECK(digamma(1) == Approx(-0.5772156649015329).epsilon(1e-11));
  CHECK(digamma(0.5) == Approx(-1.9635100260214235).epsilon(1e-11));
  CHECK(digamma(0.001) == Approx(-1000.5755719318103).epsilon(1e-11));
  CHECK(digamma(10) == Approx(2.2517525890667211).epsilon(1e-11));
  CHECK(digamma(1e6) == Approx(13.815510057964191).epsilon(1e-11));
}

TEST_CASE(
    "a discounted count is about half less where it is large, and nothing where it is small") {
  CHECK(discounted_count(1000) == Approx(999.5).epsilon(1e-6));
  CHECK(discounted_count(1) == Approx(std::exp(-0.5772156649015329)));
  CHECK(discounted_count(0.01) == 0);
}

}  // namespace dragoman
