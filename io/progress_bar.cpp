#include "io/progress_bar.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <limits>

#include "io/utf8.h"

namespace dragoman {
namespace {

constexpr int kWidest = 24;    // of the bar, in columns
constexpr int kNarrowest = 4;  // a narrower bar would show nothing

std::string bar(double share, int width) {
  const int filled = std::clamp(static_cast<int>(share * width), 0, width);
  return std::string(filled, '=') + (filled < width ? ">" : "") +
         std::string(std::max(0, width - filled - 1), ' ');
}

std::string first_characters(const std::string& text, size_t count) {
  size_t end = 0;
  for (; count > 0 && end < text.size(); --count) next_character(text, end);
  return text.substr(0, end);
}

/// Returns the columns of the terminal that a line may fill, so that the cursor stays in its row.
size_t columns_of_stderr() {
  struct winsize size = {};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return std::numeric_limits<size_t>::max();
  return size.ws_col - 1U;
}

}  // namespace

ProgressBar::ProgressBar(bool shown, int64_t first, int64_t last, Clock::duration interval)
    : shown_(shown), first_(first), last_(last), interval_(interval), start_(Clock::now()) {}

bool ProgressBar::due() const {
  return shown_ && (!last_drawn_ || Clock::now() - *last_drawn_ >= interval_);
}

void ProgressBar::draw(int64_t done, const std::string& details) {
  if (!shown_) return;
  const std::string line = progress_line(done, last_, details, columns_of_stderr());
  std::fputs(("\r" + line + "\x1b[K").c_str(), stderr);
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

std::string progress_line(int64_t done, int64_t last, const std::string& details, size_t columns) {
  if (last <= 0) return first_characters(fmt::format("{} {}", done, details), columns);
  const double share = static_cast<double>(done) / static_cast<double>(last);
  const std::string text = fmt::format("{:3.0f} % {}/{} {}", 100 * share, done, last, details);
  const size_t others = count_characters(text) + std::string_view("[] ").size();
  if (columns < others + kNarrowest) return first_characters(text, columns);
  const auto width = static_cast<int>(std::min<size_t>(columns - others, kWidest));
  return fmt::format("[{}] {}", bar(share, width), text);
}

std::string estimated_time_left(double seconds, int64_t done, int64_t to_do) {
  if (done <= 0) return "";
  const auto left =
      static_cast<int64_t>(seconds * static_cast<double>(to_do) / static_cast<double>(done));
  return fmt::format(" {}:{:02}:{:02} left", left / 3600, left / 60 % 60, left % 60);
}

}  // namespace dragoman
