#include "train/memory_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dragoman {
namespace {

/// A growth of parts by less than this factor is not worth a trial.
constexpr double kLeastGrowth = 1.03;
/// Fraction of the limit that is left for later growth: caches of kernels, fragmentation.
constexpr double kMargin = 0.1;

}  // namespace

int64_t fit_parts(const MemoryLimit& limit, const std::function<double(int64_t parts)>& peak_gb) {
  const double usable = limit.gb * (1 - kMargin);
  int64_t parts = std::max(limit.least_parts, limit.update_tokens / limit.least_tokens);
  double peak = peak_gb(parts);
  if (peak > usable) {
    throw std::runtime_error(fmt::format(
        "train.fit_memory is {} GB, but even updates of {} parts take {:.2f} GB, and more parts "
        "take no less; raise it, or lower --threads, data.max_length or the size of the model",
        limit.gb, parts, peak / (1 - kMargin)));
  }
  while (parts > limit.least_parts) {
    const double room = (usable - limit.floor_gb) / std::max(peak - limit.floor_gb, 1e-9);
    if (room < kLeastGrowth) break;
    const auto next =
        std::max(limit.least_parts,
                 static_cast<int64_t>(std::ceil(static_cast<double>(parts) / std::min(room, 2.0))));
    if (next == parts) break;
    const double next_peak = peak_gb(next);
    if (next_peak > usable) break;
    parts = next;
    peak = next_peak;
  }
  return parts;
}

}  // namespace dragoman
