#pragma once

#include <array>
#include <utility>

namespace dragoman {

/// Format of weights and of their inputs: the precision of a translation. A 32-bit word holds one
/// number of fp32, two of bf16 or four of int8, neighbours along the dimension of the sum.
enum class NumberFormat { kFp32, kBf16, kInt8 };
constexpr auto enum_names(NumberFormat) {
  return std::array{std::pair{NumberFormat::kFp32, "fp32"}, std::pair{NumberFormat::kBf16, "bf16"},
                    std::pair{NumberFormat::kInt8, "int8"}};
}

}  // namespace dragoman
