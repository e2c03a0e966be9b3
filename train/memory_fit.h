#pragma once

#include <cstdint>
#include <functional>

namespace dragoman {

/// The memory limit of an update, and the bounds for its parts. GB are 10^9 bytes.
struct MemoryLimit {
  double gb = 0;
  double floor_gb = 0;  // in use without any part
  int64_t update_tokens = 4096;
  int64_t least_parts = 1;
  int64_t least_tokens = 1;  // smaller parts take no less memory
};

/// Returns the fewest parts with which memory stays within the limit. peak_gb(parts) runs the worst
/// batches and returns the peak of memory. Trials go from many parts to few. A number is tried only
/// if it would fit with memory above the floor proportional to a part's size. Throws
/// std::runtime_error if not even parts of the least tokens fit.
int64_t fit_parts(const MemoryLimit& limit, const std::function<double(int64_t parts)>& peak_gb);

}  // namespace dragoman
