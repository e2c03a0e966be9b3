#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace dragoman {

/// A progress line on stderr that is redrawn in place. For terminals only: see
/// stderr_is_terminal().
class ProgressBar {
 public:
  using Clock = std::chrono::steady_clock;

  /// The work goes from `first` to `last` items; last 0: unknown, and then without a bar. Draws at
  /// most once every `interval`, and only if `shown`.
  ProgressBar(bool shown, int64_t first, int64_t last, Clock::duration interval);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  bool shown() const { return shown_; }
  /// Changes the last item.
  void set_last(int64_t last) { last_ = last; }
  /// True if draw() is due again.
  bool due() const;
  /// Draws progress_line() in the width of the terminal.
  void draw(int64_t done, const std::string& details);
  /// Erases the line. Call it before printing anything else.
  void clear();

  /// Seconds since the work began.
  double seconds() const;
  /// Returns the time that is left for the items after `done`, as estimated_time_left().
  std::string time_left(int64_t done) const;

 private:
  bool shown_, drawn_ = false;
  int64_t first_, last_;
  Clock::duration interval_;
  Clock::time_point start_;
  std::optional<Clock::time_point> last_drawn_;
};

/// Returns "[===>   ]  40 % 4/10 details", or "4 details" if `last` is 0, in at most `columns`
/// characters: first the bar gets narrower and is left out, then the end is cut off.
std::string progress_line(int64_t done, int64_t last, const std::string& details, size_t columns);

/// Returns " 0:01:30 left", estimated from the `seconds` that `done` items took, for `to_do` more
/// items; "" if nothing is done.
std::string estimated_time_left(double seconds, int64_t done, int64_t to_do);

}  // namespace dragoman
