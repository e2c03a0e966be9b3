#pragma once

#include <cstdint>
#include <functional>

namespace dragoman {

/// What an update is fitted to, by cutting it into parts. GB are 10^9 bytes.
struct MemoryLimit {
  double gb = 0;
  double floor_gb = 0;  // taken without any part
  int64_t update_tokens = 4096;
  int64_t least_parts = 1;
  int64_t least_tokens = 1;  // a part of fewer takes no less memory
};

/// The fewest parts with which memory stays within the limit. peak_gb(parts) tries the worst
/// batches and tells the peak of memory meanwhile; only numbers are tried that would fit if all
/// above the floor grew as a part does, from many parts to few. Throws std::runtime_error if not
/// even parts of the least tokens fit.
int64_t fit_parts(const MemoryLimit& limit, const std::function<double(int64_t parts)>& peak_gb);

}  // namespace dragoman
