#include "architecture/number_bytes.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace dragoman {
namespace {

template <class Bits, class Convert>
std::vector<float> convert_all(std::string_view bytes, const Convert& convert) {
  std::vector<float> numbers(bytes.size() / sizeof(Bits));
  for (size_t i = 0; i < numbers.size(); ++i) {
    Bits bits = 0;
    std::memcpy(&bits, bytes.data() + i * sizeof bits, sizeof bits);
    numbers[i] = convert(bits);
  }
  return numbers;
}

/// Converts from 5 bits of exponent and 10 of fraction.
float from_fp16(uint16_t bits) {
  const int exponent = bits >> 10U & 0x1fU, fraction = bits & 0x3ffU;
  const float sign = (bits & 0x8000U) != 0 ? -1.0F : 1.0F;
  if (exponent == 31) return fraction == 0 ? sign * HUGE_VALF : std::nanf("");
  if (exponent == 0) return sign * std::ldexp(static_cast<float>(fraction), -24);
  return sign * std::ldexp(static_cast<float>(fraction + 1024), exponent - 25);
}

}  // namespace

std::vector<float> numbers_of_fp32(std::string_view bytes) {
  return convert_all<uint32_t>(bytes, [](uint32_t bits) { return std::bit_cast<float>(bits); });
}

std::vector<float> numbers_of_bf16(std::string_view bytes) {
  return convert_all<uint16_t>(bytes, [](uint16_t bits) {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16U);
  });
}

std::vector<float> numbers_of_fp16(std::string_view bytes) {
  return convert_all<uint16_t>(bytes, from_fp16);
}

}  // namespace dragoman
