#include "train/memory_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace dragoman {
namespace {

/// More tokens than this make no batch that anybody wants.
constexpr int64_t kMostTokens = 1 << 20;
/// A step forward that is smaller than this is not worth a trial.
constexpr double kLeastGrowth = 1.03;
/// Of the limit, for what grows later: caches of kernels, fragments.
constexpr double kMargin = 0.05;

struct Trial {
  double tokens = 0;
  double gb = 0;
};

/// Where the line through two trials reaches the limit, at most twice the last.
double next_budget(const Trial& before, const Trial& last, double limit) {
  const double slope = (last.gb - before.gb) / (last.tokens - before.tokens);
  const double reach = slope > 0 ? last.tokens + (limit - last.gb) / slope : 2 * last.tokens;
  // Halfway: a line through small budgets promises too much where memory grows in steps.
  return std::min(2 * last.tokens, last.tokens + 0.7 * (reach - last.tokens));
}

}  // namespace

int64_t fit_batch_tokens(const MemoryLimit& limit, const std::function<double(int64_t)>& peak_gb) {
  const double usable = limit.gb * (1 - kMargin);
  const auto attempt = [&](double tokens) {
    return Trial{tokens, peak_gb(static_cast<int64_t>(tokens))};
  };
  Trial before = attempt(static_cast<double>(limit.least_tokens));
  if (before.gb > usable) {
    throw std::runtime_error(fmt::format(
        "train.fit_memory is {} GB, but the smallest batch, of {} tokens, takes {:.2f} GB already; "
        "raise it, or lower data.max_length or the size of the model",
        limit.gb, limit.least_tokens, before.gb / (1 - kMargin)));
  }
  Trial last = attempt(std::ceil(1.25 * before.tokens));
  if (last.gb > usable) return static_cast<int64_t>(before.tokens);
  while (last.tokens < kMostTokens) {
    const double next = std::floor(next_budget(before, last, usable));
    if (next < kLeastGrowth * last.tokens) break;
    const Trial trial = attempt(next);
    if (trial.gb > usable) break;
    before = last;
    last = trial;
  }
  return static_cast<int64_t>(last.tokens);
}

}  // namespace dragoman
