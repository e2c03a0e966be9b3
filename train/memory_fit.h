#pragma once

#include <cstdint>
#include <functional>

namespace dragoman {

/// What a batch size is fitted to. GB are 10^9 bytes.
struct MemoryLimit {
  double gb = 0;
  double floor_gb = 0;       // taken without any batch
  int64_t least_tokens = 1;  // fewer make no batch
};

/// The largest budget of tokens with which memory stays within the limit. peak_gb(budget) tries the
/// worst batches of that size and tells the peak of memory meanwhile. Budgets are tried in rising
/// order, and none that would not fit if all above the floor grew as the budget does. Throws
/// std::runtime_error if not even the least fits.
int64_t fit_batch_tokens(const MemoryLimit& limit, const std::function<double(int64_t)>& peak_gb);

}  // namespace dragoman
