#pragma once

#include <array>
#include <utility>

namespace dragoman {

/// How weights and the inputs they are multiplied by are held: the precision of a translation. A
/// word of 32 bits holds one fp32 number, two of bf16 or four of int8, neighbours along the
/// dimension that is summed over.
enum class NumberFormat { kFp32, kBf16, kInt8 };
constexpr auto enum_names(NumberFormat) {
  return std::array{std::pair{NumberFormat::kFp32, "fp32"}, std::pair{NumberFormat::kBf16, "bf16"},
                    std::pair{NumberFormat::kInt8, "int8"}};
}

}  // namespace dragoman
