#pragma once

#include <cstdint>

namespace dragoman {

/// out = a * b, element by element; out may be a or b.
void multiply_row(const float* a, const float* b, int64_t width, float* out);
/// sum += addend.
void add_to_row(float* sum, const float* addend, int64_t width);

}  // namespace dragoman
