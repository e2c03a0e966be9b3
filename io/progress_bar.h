#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

namespace dragoman {

/// A line on stderr that shows how far some work is, drawn over itself. For terminals only: see
/// stderr_is_terminal().
class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  /// The work goes from `first` to `last` items; last 0: unknown, and no bar is part of the line.
  /// It is drawn no more often than `interval` says, and never unless `shown`.
  ProgressBar(bool shown, int64_t first, int64_t last, Clock::duration interval);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  bool shown() const { return shown_; }
  /// True if draw() is due again.
  bool due() const;
  /// Draws "[===>   ]  40 % 4/10 details".
  void draw(int64_t done, const std::string& details);
  /// Takes the line away; before anything else is printed.
  void clear();

  /// Since the work began.
  double seconds() const;
  /// " 0:01:30 left", if it goes on as fast as until now; empty if that is not known.
  std::string time_left(int64_t done) const;

 private:
  bool shown_, drawn_ = false;
  int64_t first_, last_;
  Clock::duration interval_;
  Clock::time_point start_;
  std::optional<Clock::time_point> last_drawn_;
};

}  // namespace dragoman
