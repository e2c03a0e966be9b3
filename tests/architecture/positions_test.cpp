#include "architecture/positions.h"

#include <cmath>

#include "catch.h"

namespace dragoman {

TEST_CASE("sinusoidal positions are the paper's interleaved form") {
  constexpr int64_t kLength = 50, kWidth = 8;
  const std::vector<float> positions = sinusoidal_positions(kLength, kWidth);
  REQUIRE(positions.size() == kLength * kWidth);
  for (const int64_t pos : {0, 1, 7, 49}) {
    for (int64_t i = 0; i < kWidth / 2; ++i) {
      const double angle =
          static_cast<double>(pos) / std::pow(10000.0, 2.0 * static_cast<double>(i) / kWidth);
      CHECK(positions[pos * kWidth + 2 * i] == static_cast<float>(std::sin(angle)));
      CHECK(positions[pos * kWidth + 2 * i + 1] == static_cast<float>(std::cos(angle)));
    }
  }
}

}  // namespace dragoman
