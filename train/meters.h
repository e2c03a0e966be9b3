#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <string>

#include "train/exchange.h"
#include "train/token_losses.h"

namespace dragoman {

/// The timed phases of an update.
enum class Phase { kData, kForward, kBackward, kExchange, kOptimizer };
constexpr size_t kNumPhases = 5;

/// Sums over the updates since the last report. They are part of a run's state, so that a resumed
/// run reports the same values as an uninterrupted run.
struct ReportSums {
  double loss = 0;            // label-smoothed, over target tokens
  double alignment_loss = 0;  // over target tokens that have links
  double gradient_norm = 0;
  int64_t updates = 0;  // without skipped ones
  int64_t skipped = 0;
  int64_t target_tokens = 0;
  int64_t linked_tokens = 0;
};

/// Measures between two reports, and how the time of the whole run splits into phases.
class Meters {
 public:
  using Clock = std::chrono::steady_clock;

  /// Counts the time since the last mark as spent on `phase`.
  void mark(Phase phase);
  /// Restarts the clock: time before this call is not counted.
  void start_clock() { last_mark_ = Clock::now(); }

  void add_update(const TokenLosses& losses, double gradient_norm);
  void add_skipped_update();
  /// Adds traffic of updates.
  void add_traffic(const Traffic& traffic) { traffic_ = traffic_ + traffic; }
  void reset();

  const ReportSums& sums() const { return sums_; }
  void adopt(const ReportSums& sums) { sums_ = sums; }
  bool has_updates() const { return sums_.updates + sums_.skipped > 0; }
  // These are NaN if nothing was counted, as when all updates were skipped.
  double loss_per_token() const;
  double alignment_loss_per_token() const;  // 0 if updates had no links
  double mean_gradient_norm() const;

  double tokens_per_second() const;
  /// Returns "data 0 %, forward 41 %, ..." of the whole run; on a GPU, of the host's time.
  std::string time_split() const;
  /// Returns "20.1 MB sent and 150 ms an update, of which ..." of the whole run.
  std::string mean_traffic() const;

 private:
  Clock::time_point last_mark_ = Clock::now();
  std::array<double, kNumPhases> phase_seconds_{};
  double seconds_ = 0;        // since the last report, in this process
  int64_t timed_tokens_ = 0;  // target tokens in that time
  ReportSums sums_;
  Traffic traffic_;
  int64_t updates_ = 0;  // of this process, with skipped ones
};

/// Returns the peak resident memory of this process in GB (10^9 bytes).
double peak_memory_gb();

}  // namespace dragoman
