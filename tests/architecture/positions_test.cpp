#include "architecture/positions.h"

#include <cmath>

#include "catch.h"
#include "digests.h"

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

TEST_CASE("positions do not depend on the last digits of sines") {
  constexpr int64_t kLength = 100, kWidth = 128;
  const std::vector<float> positions = sinusoidal_positions(kLength, kWidth);
  int64_t num_different = 0;
  for (int64_t pos = 0; pos < kLength; ++pos) {
    for (int64_t i = 0; i < kWidth; i += 2) {
      const long double angle = static_cast<long double>(pos) / std::pow(10000.0L, i / 128.0L);
      const float* at = positions.data() + pos * kWidth + i;
      if (at[0] != static_cast<float>(std::sin(angle))) ++num_different;
      if (at[1] != static_cast<float>(std::cos(angle))) ++num_different;
    }
  }
  CHECK(num_different == 0);
  record_digest(positions);
  record_digest(sinusoidal_positions(1024, 512));
}

}  // namespace dragoman
