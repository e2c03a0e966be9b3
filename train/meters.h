#pragma once

#include <torch/torch.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

namespace dragoman {

/// The parts of an update that are timed.
enum class Phase { kData, kForward, kBackward, kOptimizer };
constexpr size_t kNumPhases = 4;

/// What is measured between two reports, and how the time of the whole run splits.
class Meters {
 public:
  using Clock = std::chrono::steady_clock;

  /// The time since the last mark was spent on `phase`.
  void mark(Phase phase);
  /// Starts anew: time until now counts for nothing.
  void start_clock() { last_mark_ = Clock::now(); }

  void add_loss(const torch::Tensor& summed_loss);
  void add_update(int64_t target_tokens, double gradient_norm);
  void reset();

  int64_t updates() const { return updates_; }
  int64_t target_tokens() const { return target_tokens_; }
  double loss_per_token() const;
  double mean_gradient_norm() const { return gradient_norms_ / static_cast<double>(updates_); }
  double tokens_per_second() const { return static_cast<double>(target_tokens_) / seconds_; }
  /// "data 0 %, forward 41 %, ..." of the whole run; on a GPU, of the time the host spent.
  std::string time_split() const;

 private:
  Clock::time_point last_mark_ = Clock::now();
  std::array<double, kNumPhases> phase_seconds_{};
  double seconds_ = 0;
  torch::Tensor loss_;  // stays on the device until it is asked for
  int64_t updates_ = 0;
  int64_t target_tokens_ = 0;
  double gradient_norms_ = 0;
};

/// Peak resident memory of this process in GB (10^9 bytes).
double peak_memory_gb();

}  // namespace dragoman
