#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace dragoman {

/// Generates the random numbers of numpy.random.default_rng(seed): PCG64 (O'Neill 2014, XSL-RR
/// 128/64), seeded through numpy's SeedSequence.
class NumpyRandom {
 public:
  /// Without a seed, takes one from the operating system.
  explicit NumpyRandom(std::optional<uint64_t> seed);

  /// Fills `numbers` as choice(bound, size) does, with numbers below `bound`, 1 to 2^32 - 1.
  void choose(uint32_t bound, std::span<uint32_t> numbers);
  /// Returns the next number of integers(2, dtype=bool).
  bool next_boolean();

  uint64_t next_uint64();
  /// Returns the halves of a next_uint64(), the lower one first.
  uint32_t next_uint32();

 private:
  __extension__ using State = unsigned __int128;
  void advance();

  State state_ = 0;
  State increment_ = 0;
  std::optional<uint32_t> upper_half_;
  uint32_t booleans_ = 0;
  int num_booleans_ = 0;
};

}  // namespace dragoman
