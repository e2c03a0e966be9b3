#include "train/meters.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <limits>
#include <numeric>

namespace dragoman {
namespace {

double mean_of(double sum, int64_t count) {
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

}  // namespace

void Meters::mark(Phase phase) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - last_mark_).count();
  phase_seconds_[static_cast<size_t>(phase)] += seconds;
  seconds_ += seconds;
  last_mark_ = now;
}

void Meters::add_update(const TokenLosses& losses, double gradient_norm) {
  sums_.loss += losses.loss;
  sums_.alignment_loss += losses.alignment;
  sums_.gradient_norm += gradient_norm;
  ++sums_.updates;
  ++updates_;
  sums_.target_tokens += losses.target_tokens;
  sums_.linked_tokens += losses.linked_tokens;
  timed_tokens_ += losses.target_tokens;
}

void Meters::add_skipped_update() {
  ++sums_.skipped;
  ++updates_;
}

void Meters::reset() {
  sums_ = {};
  seconds_ = 0;
  timed_tokens_ = 0;
}

double Meters::loss_per_token() const { return mean_of(sums_.loss, sums_.target_tokens); }

double Meters::alignment_loss_per_token() const {
  const bool lacks_links = sums_.updates > 0 && sums_.linked_tokens == 0;
  return lacks_links ? 0 : mean_of(sums_.alignment_loss, sums_.linked_tokens);
}

double Meters::mean_gradient_norm() const { return mean_of(sums_.gradient_norm, sums_.updates); }

double Meters::tokens_per_second() const {
  return static_cast<double>(timed_tokens_) / std::max(seconds_, 1e-9);
}

std::string Meters::time_split() const {
  const double total = std::accumulate(phase_seconds_.begin(), phase_seconds_.end(), 0.0);
  const auto percent = [&](Phase phase) {
    return 100 * phase_seconds_[static_cast<size_t>(phase)] / std::max(total, 1e-9);
  };
  return fmt::format(
      "data {:.1f} %, forward {:.1f} %, backward {:.1f} %, summing {:.1f} %, optimiser {:.1f} % of "
      "{:.0f} s",
      percent(Phase::kData), percent(Phase::kForward), percent(Phase::kBackward),
      percent(Phase::kExchange), percent(Phase::kOptimizer), total);
}

std::string Meters::mean_traffic() const {
  const double count = static_cast<double>(std::max<int64_t>(1, updates_));
  return fmt::format(
      "{:.3f} MB sent and {:.1f} ms an update, of which {:.1f} ms beside the computing; with "
      "waits for other processes",
      static_cast<double>(traffic_.bytes) / count / 1e6, traffic_.seconds / count * 1e3,
      traffic_.hidden_seconds / count * 1e3);
}

double peak_memory_gb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e9;
}

}  // namespace dragoman
