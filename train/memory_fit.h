#pragma once

#include <cstdint>
#include <functional>

namespace dragoman {

/// What a batch size is fitted to.
struct MemoryLimit {
  double gb = 0;             // 10^9 bytes
  int64_t least_tokens = 1;  // fewer make no batch
};

/// The largest budget of tokens with which the peak of memory stays within the limit.
/// peak_gb(budget) tries the worst batches of that size and tells the process's peak of memory
/// since its start. Budgets are tried in rising order, and each next one only as far as the two
/// before promise that it fits. Throws std::runtime_error if not even the least fits.
int64_t fit_batch_tokens(const MemoryLimit& limit, const std::function<double(int64_t)>& peak_gb);

}  // namespace dragoman
