#include "metrics/numpy_random.h"

#include <array>
#include <string>

#include "catch.h"

namespace dragoman {
namespace {

// The numbers are numpy 2.4.6's, from rng = numpy.random.default_rng(seed).

TEST_CASE("raw numbers are those of PCG64 with the seed") {
  // [rng.bit_generator.random_raw() for _ in range(3)]
  const auto first_of = [](uint64_t seed) {
    NumpyRandom random(seed);
    return std::array{random.next_uint64(), random.next_uint64(), random.next_uint64()};
  };
  CHECK(first_of(0) ==
        std::array<uint64_t, 3>{11749869230777074271U, 4976686463289251617U, 755828109848996024U});
  CHECK(first_of(12345) ==
        std::array<uint64_t, 3>{4193609425186963869U, 5843160025838961886U, 14708796524633321433U});
  CHECK(first_of((uint64_t{1} << 40) + 17) ==
        std::array<uint64_t, 3>{6228537060525065098U, 4872258938877250611U, 9697553364723625227U});
}

TEST_CASE("choices are those of rng.choice") {
  std::array<uint32_t, 8> few;
  NumpyRandom(12345).choose(3003, few);
  CHECK(few == std::array<uint32_t, 8>{2099, 682, 2368, 951, 613, 2394, 1929, 2030});
  std::array<uint32_t, 6> many;  // so large a bound that numbers are rejected
  NumpyRandom(7).choose(3000000000U, many);
  CHECK(many == std::array<uint32_t, 6>{2834714867U, 2052539810U, 2691641402U, 1734877356U,
                                        2327057070U, 2500953064U});
}

TEST_CASE("booleans are those of rng.integers(2, dtype=bool)") {
  NumpyRandom random(12345);
  std::string bits;
  for (int i = 0; i < 40; ++i) bits += random.next_boolean() ? '1' : '0';
  CHECK(bits == "1011100110000011111111110100110110110001");
}

TEST_CASE("without a seed the numbers differ each time") {
  CHECK(NumpyRandom(std::nullopt).next_uint64() != NumpyRandom(std::nullopt).next_uint64());
}

}  // namespace
}  // namespace dragoman
