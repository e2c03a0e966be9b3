#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace dragoman {

/// Sizes of numbers that tests take kernels through.
constexpr float kUsual = 1, kHuge = 1e30F, kTiny = 1e-30F, kDenormal = 1e-40F;

/// Numbers from -size to size.
inline std::vector<float> random_numbers(int64_t count, uint64_t seed, float size = kUsual) {
  std::mt19937_64 random(seed);
  std::vector<float> numbers(static_cast<size_t>(count));
  for (float& number : numbers)
    number = (static_cast<float>(random() >> 40U) / 8388608.0F - 1.0F) * size;
  return numbers;
}

/// Numbers of which each takes a size at random: usual, huge, tiny, denormal, zero.
inline std::vector<float> mixed_numbers(int64_t count, uint64_t seed) {
  constexpr float kSizes[] = {kUsual, kHuge, kTiny, kDenormal, 0};
  std::mt19937_64 random(seed);
  std::vector<float> numbers = random_numbers(count, seed + 1);
  for (float& number : numbers) number *= kSizes[random() % 5];
  return numbers;
}

/// Room that no kernel may take for numbers.
inline std::vector<float> unset_numbers(int64_t count) {
  return std::vector<float>(static_cast<size_t>(count), NAN);
}

inline float from_bf16(uint16_t bits) {
  const uint32_t word = static_cast<uint32_t>(bits) << 16U;
  float number = 0;
  std::memcpy(&number, &word, sizeof(word));
  return number;
}

/// The bits of the nearest bf16 by the definition: of the two neighbours, the nearer one, or the
/// even one. For finite x.
inline uint16_t to_bf16(float x) {
  uint32_t word = 0;
  std::memcpy(&word, &x, sizeof(word));
  const auto below = static_cast<uint16_t>(word >> 16U);
  const uint32_t rest = word & 0xffffU;
  const bool is_up = rest > 0x8000U || (rest == 0x8000U && (below & 1U) != 0);
  return static_cast<uint16_t>(below + (is_up ? 1 : 0));
}

inline std::vector<uint16_t> to_bf16(const std::vector<float>& numbers) {
  std::vector<uint16_t> rounded;
  for (const float number : numbers) rounded.push_back(to_bf16(number));
  return rounded;
}

inline std::vector<float> from_bf16(const std::vector<uint16_t>& numbers) {
  std::vector<float> widened;
  for (const uint16_t number : numbers) widened.push_back(from_bf16(number));
  return widened;
}

/// The largest distance of two rows' numbers; infinity if one is NaN.
inline double largest_error(const std::vector<float>& numbers, const std::vector<double>& truth) {
  double largest = numbers.size() == truth.size() ? 0 : INFINITY;
  for (size_t i = 0; i < std::min(numbers.size(), truth.size()); ++i) {
    const double error = std::abs(numbers[i] - truth[i]);
    largest = error <= largest ? largest : std::isnan(error) ? INFINITY : error;
  }
  return largest;
}

}  // namespace dragoman
