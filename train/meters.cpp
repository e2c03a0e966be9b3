#include "train/meters.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <numeric>

namespace dragoman {

void Meters::mark(Phase phase) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_mark_).count();
  phase_seconds_[static_cast<size_t>(phase)] += seconds;
  seconds_ += seconds;
  last_mark_ = now;
}

void Meters::add_loss(const torch::Tensor& summed_loss) {
  loss_ = loss_.defined() ? loss_ + summed_loss.detach() : summed_loss.detach();
}

void Meters::add_update(int64_t target_tokens, double gradient_norm) {
  ++updates_;
  target_tokens_ += target_tokens;
  gradient_norms_ += gradient_norm;
}

void Meters::reset() {
  loss_ = torch::Tensor();
  seconds_ = gradient_norms_ = 0;
  updates_ = target_tokens_ = 0;
}

double Meters::loss_per_token() const {
  return loss_.defined() ? loss_.item<double>() / static_cast<double>(target_tokens_) : 0.0;
}

std::string Meters::time_split() const {
  const double total = std::accumulate(phase_seconds_.begin(), phase_seconds_.end(), 0.0);
  const auto percent = [&](Phase phase) {
    return 100 * phase_seconds_[static_cast<size_t>(phase)] / std::max(total, 1e-9);
  };
  return fmt::format(
      "data {:.1f} %, forward {:.1f} %, backward {:.1f} %, optimiser {:.1f} % of {:.0f} s",
      percent(Phase::kData), percent(Phase::kForward), percent(Phase::kBackward),
      percent(Phase::kOptimizer), total);
}

double peak_memory_gb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e9;
}

}  // namespace dragoman
