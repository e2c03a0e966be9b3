#include "metrics/numpy_random.h"

#include <array>
#include <bit>
#include <random>

namespace dragoman {
namespace {

constexpr size_t kPoolSize = 4;

/// numpy's SeedSequence, for a seed of at most 64 bits.
class SeedSequence {
 public:
  explicit SeedSequence(uint64_t seed) {
    const std::array<uint32_t, kPoolSize> entropy = {static_cast<uint32_t>(seed),
                                                     static_cast<uint32_t>(seed >> 32), 0, 0};
    for (size_t i = 0; i < kPoolSize; ++i) pool_[i] = hashed(entropy[i]);
    for (size_t from = 0; from < kPoolSize; ++from) {
      for (size_t to = 0; to < kPoolSize; ++to) {
        if (from != to) pool_[to] = mixed(pool_[to], hashed(pool_[from]));
      }
    }
  }

  std::array<uint64_t, 4> generate() const {
    std::array<uint64_t, 4> words{};
    uint32_t constant = 0x8b51f9dd;
    for (size_t i = 0; i < 2 * words.size(); ++i) {
      uint32_t word = pool_[i % kPoolSize] ^ constant;
      constant *= 0x58f38ded;
      word *= constant;
      word ^= word >> 16;
      words[i / 2] |= static_cast<uint64_t>(word) << (32 * (i % 2));
    }
    return words;
  }

 private:
  uint32_t hashed(uint32_t value) {
    value ^= constant_;
    constant_ *= 0x931e8875;
    value *= constant_;
    return value ^ (value >> 16);
  }

  static uint32_t mixed(uint32_t x, uint32_t y) {
    const uint32_t result = 0xca01f9dd * x - 0x4973f715 * y;
    return result ^ (result >> 16);
  }

  std::array<uint32_t, kPoolSize> pool_{};
  uint32_t constant_ = 0x43b0d7e5;
};

uint64_t seed_from_system() {
  std::random_device device;
  return (static_cast<uint64_t>(device()) << 32) | device();
}

}  // namespace

NumpyRandom::NumpyRandom(std::optional<uint64_t> seed) {
  const auto words = SeedSequence(seed ? *seed : seed_from_system()).generate();
  const State initial_state = (static_cast<State>(words[0]) << 64) | words[1];
  const State initial_sequence = (static_cast<State>(words[2]) << 64) | words[3];
  increment_ = (initial_sequence << 1) | 1;
  advance();
  state_ += initial_state;
  advance();
}

void NumpyRandom::advance() {
  constexpr State kMultiplier = (static_cast<State>(0x2360ED051FC65DA4) << 64) | 0x4385DF649FCCF645;
  state_ = state_ * kMultiplier + increment_;
}

uint64_t NumpyRandom::next_uint64() {
  advance();
  const auto folded = static_cast<uint64_t>(state_ >> 64) ^ static_cast<uint64_t>(state_);
  return std::rotr(folded, static_cast<int>(state_ >> 122));
}

uint32_t NumpyRandom::next_uint32() {
  if (upper_half_) {
    const uint32_t half = *upper_half_;
    upper_half_.reset();
    return half;
  }
  const uint64_t word = next_uint64();
  upper_half_ = static_cast<uint32_t>(word >> 32);
  return static_cast<uint32_t>(word);
}

/// Uses Lemire's method (2019): takes the upper half of a product, and rejects it if the lower half
/// shows that the number would be too frequent.
void NumpyRandom::choose(uint32_t bound, std::span<uint32_t> numbers) {
  const uint32_t threshold = (0 - bound) % bound;
  for (uint32_t& number : numbers) {
    if (bound == 1) {
      number = 0;  // numpy draws nothing here
      continue;
    }
    uint64_t product = static_cast<uint64_t>(next_uint32()) * bound;
    while (static_cast<uint32_t>(product) < threshold) {
      product = static_cast<uint64_t>(next_uint32()) * bound;
    }
    number = static_cast<uint32_t>(product >> 32);
  }
}

bool NumpyRandom::next_boolean() {
  if (num_booleans_ == 0) {
    booleans_ = next_uint32();
    num_booleans_ = 32;
  }
  const bool result = (booleans_ & 1) != 0;
  booleans_ >>= 1;
  --num_booleans_;
  return result;
}

}  // namespace dragoman
