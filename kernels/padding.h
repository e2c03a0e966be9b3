#pragma once

#include <cstdint>

namespace dragoman {

/// Number of lanes of a sum over a row. Rows are padded to a multiple of it.
constexpr int64_t kLaneCount = 16;

/// `count` rounded up to a multiple of `multiple`.
constexpr int64_t round_up(int64_t count, int64_t multiple) {
  return (count + multiple - 1) / multiple * multiple;
}

}  // namespace dragoman
