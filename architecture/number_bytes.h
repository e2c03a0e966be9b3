#pragma once

#include <string_view>
#include <vector>

namespace dragoman {

// Convert little-endian numbers of a file, aligned or not, to fp32.
std::vector<float> numbers_of_fp32(std::string_view bytes);
std::vector<float> numbers_of_bf16(std::string_view bytes);
/// IEEE 754's binary16.
std::vector<float> numbers_of_fp16(std::string_view bytes);

}  // namespace dragoman
