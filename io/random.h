#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace dragoman {

/// SplitMix64's finaliser (Steele, Lea and Flood 2014): a bijection that spreads every bit of `x`
/// over all bits.
constexpr uint64_t mix64(uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

/// Derives the key of a random sequence from a seed and from the sequence's purpose. Checkpoints
/// need no state of random numbers that are derived like this.
template <class... Parts>
constexpr uint64_t derive_key(uint64_t seed, Parts... parts) {
  uint64_t key = mix64(seed);
  ((key = mix64(key ^ static_cast<uint64_t>(parts))), ...);
  return key;
}

/// A sequence of 64-bit numbers from a key, the same on every machine (SplitMix64).
class RandomSequence {
 public:
  explicit RandomSequence(uint64_t key) : state_(key) {}

  uint64_t next() {
    const uint64_t value = mix64(state_);
    state_ += 0x9e3779b97f4a7c15ULL;
    return value;
  }

  /// Returns a number from 0 up to, but not including, 1, in steps of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// Returns a number from 0 to bound - 1, with a bias below bound / 2^64.
  uint64_t below(uint64_t bound) {
    return static_cast<uint64_t>((static_cast<Uint128>(next()) * bound) >> 64);
  }

 private:
  __extension__ typedef unsigned __int128 Uint128;

  uint64_t state_;
};

/// Shuffles `items` into an order that depends on the key alone (Fisher and Yates).
template <class T>
void shuffle(std::vector<T>& items, uint64_t key) {
  RandomSequence random(key);
  for (size_t left = items.size(); left > 1; --left) {
    std::swap(items[left - 1], items[random.below(left)]);
  }
}

}  // namespace dragoman
