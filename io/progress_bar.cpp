#include "io/progress_bar.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

namespace dragoman {
namespace {

std::string bar(double share) {
  constexpr int kWidth = 24;
  const int filled = std::clamp(static_cast<int>(share * kWidth), 0, kWidth);
  return std::string(filled, '=') + (filled < kWidth ? ">" : "") +
         std::string(std::max(0, kWidth - filled - 1), ' ');
}

}  // namespace

ProgressBar::ProgressBar(bool shown, int64_t first, int64_t last, Clock::duration interval)
    : shown_(shown), first_(first), last_(last), interval_(interval), start_(Clock::now()) {}

bool ProgressBar::due() const {
  return shown_ && (!last_drawn_ || Clock::now() - *last_drawn_ >= interval_);
}

void ProgressBar::draw(int64_t done, const std::string& details) {
  if (!shown_) return;
  std::string count = fmt::to_string(done);
  if (last_ > 0) {
    const double share = static_cast<double>(done) / static_cast<double>(last_);
    count = fmt::format("[{}] {:3.0f} % {}/{}", bar(share), 100 * share, done, last_);
  }
  const std::string text = fmt::format("\r{} {}\x1b[K", count, details);
  std::fputs(text.c_str(), stderr);
  drawn_ = true;
  last_drawn_ = Clock::now();
}

void ProgressBar::clear() {
  if (drawn_) std::fputs("\r\x1b[K", stderr);
  drawn_ = false;
}

double ProgressBar::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

std::string ProgressBar::time_left(int64_t done) const {
  return last_ <= 0 ? "" : estimated_time_left(seconds(), done - first_, last_ - done);
}

std::string estimated_time_left(double seconds, int64_t done, int64_t to_do) {
  if (done <= 0) return "";
  const auto left =
      static_cast<int64_t>(seconds * static_cast<double>(to_do) / static_cast<double>(done));
  return fmt::format(" {}:{:02}:{:02} left", left / 3600, left / 60 % 60, left % 60);
}

}  // namespace dragoman
