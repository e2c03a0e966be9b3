#pragma once

#include <cstdint>
#include <vector>

namespace dragoman {

/// Returns positions [length, D = width], computed in double precision: sin(pos / 10000^(2i/D)) at
/// [pos, 2i] and the cosine of the same at [pos, 2i + 1] ("Attention Is All You Need", section
/// 3.5).
std::vector<float> sinusoidal_positions(int64_t length, int64_t width);

}  // namespace dragoman
