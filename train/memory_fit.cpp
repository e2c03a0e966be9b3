#include "train/memory_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace dragoman {
namespace {

/// More tokens than this make no batch that anybody wants.
constexpr int64_t kMostTokens = 1 << 20;
/// A step forward that is smaller than this is not worth a trial.
constexpr double kLeastGrowth = 1.03;
/// Of the limit, for what grows later: caches of kernels, fragments.
constexpr double kMargin = 0.1;

}  // namespace

int64_t fit_batch_tokens(const MemoryLimit& limit, const std::function<double(int64_t)>& peak_gb) {
  const double usable = limit.gb * (1 - kMargin);
  int64_t tokens = limit.least_tokens;
  double peak = peak_gb(tokens);
  if (peak > usable) {
    throw std::runtime_error(fmt::format(
        "train.fit_memory is {} GB, but the smallest batch, of {} tokens, takes {:.2f} GB already; "
        "raise it, or lower data.max_length or the size of the model",
        limit.gb, tokens, peak / (1 - kMargin)));
  }
  while (tokens < kMostTokens) {
    const double room = (usable - limit.floor_gb) / std::max(peak - limit.floor_gb, 1e-9);
    if (room < kLeastGrowth) break;
    const auto next = static_cast<int64_t>(static_cast<double>(tokens) * std::min(room, 2.0));
    const double next_peak = peak_gb(next);
    if (next_peak > usable) break;
    tokens = next;
    peak = next_peak;
  }
  return tokens;
}

}  // namespace dragoman
