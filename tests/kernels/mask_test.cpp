#include "catch.h"
#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {
namespace {

/// MurmurHash3's finaliser, as its author publishes it.
uint32_t fmix32(uint32_t h) {
  h ^= h >> 16;
  h *= 0x85ebca6b;
  h ^= h >> 13;
  h *= 0xc2b2ae35;
  h ^= h >> 16;
  return h;
}

std::vector<float> plain_mask(const MaskRange& range) {
  const auto low = static_cast<uint32_t>(range.key), high = static_cast<uint32_t>(range.key >> 32U);
  std::vector<float> factors;
  for (uint32_t i = range.first; i < range.first + range.count; ++i)
    factors.push_back(fmix32(fmix32(i ^ low) + high) < range.threshold ? 0 : range.scale);
  return factors;
}

std::vector<float> mask_of(const Kernels& kernels, const MaskRange& range) {
  std::vector<float> factors(range.count);
  kernels.training.fill_mask(range, factors.data());
  return factors;
}

/// The range of a rate.
MaskRange range_of(double rate, uint64_t key, uint32_t first, uint32_t count) {
  return {key, first, count, static_cast<uint32_t>(std::lround(std::ldexp(rate, 32))),
          static_cast<float>(1 / (1 - rate))};
}

}  // namespace

TEST_CASE("masks are those of the hash, element by element") {
  const uint32_t count = GENERATE(0U, 1U, 7U, 8U, 15U, 16U, 17U, 33U, 1000U);
  const uint32_t first = GENERATE(0U, 5U, 123456789U, 0xfffff000U);
  const uint64_t key = GENERATE(0U, 0x0123456789abcdefU, 0xffffffffffffffffU);
  const MaskRange range = range_of(0.3, key, first, count);
  for (const Kernels* kernels : available_kernels())
    CHECK(mask_of(*kernels, range) == plain_mask(range));
}

TEST_CASE("a mask keeps the share it should") {
  const double rate = GENERATE(0.0, 0.1, 0.3, 0.5);
  for (const Kernels* kernels : available_kernels()) {
    double kept = 0;
    for (const float factor : mask_of(*kernels, range_of(rate, 42, 0, 1000000)))
      kept += factor != 0;
    CHECK(kept / 1e6 == Approx(1 - rate).margin(2e-3));
  }
}

TEST_CASE("a part of a mask is that part of the whole") {
  for (const Kernels* kernels : available_kernels()) {
    const auto whole = mask_of(*kernels, range_of(0.4, 9, 0, 100));
    const auto part = mask_of(*kernels, range_of(0.4, 9, 13, 50));
    CHECK(part == std::vector<float>(whole.begin() + 13, whole.begin() + 63));
  }
}

}  // namespace dragoman
