#include "io/lossy_stderr.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <utility>

namespace dragoman {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPatience{100};

/// Returns what poll(2) does: 0 if stderr cannot be written to until `end`, -1 on an error.
int wait_for_stderr(Clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
  pollfd stderr_end{STDERR_FILENO, POLLOUT, 0};
  return ::poll(&stderr_end, 1, static_cast<int>(std::max<decltype(left)>(left, 0)));
}

}  // namespace

void LossyStderr::sink_it_(const spdlog::details::log_msg& message) {
  if (!write_rest(std::chrono::milliseconds(0))) {
    ++num_lost_;
    return;
  }
  if (const size_t lost = std::exchange(num_lost_, 0); lost > 0)
    rest_ = fmt::format("warning: {} lines are missing here, since nobody read the log\n", lost);
  spdlog::memory_buf_t line;
  formatter_->format(message, line);
  rest_.append(line.data(), line.size());
  write_rest(kPatience);
}

/// Writes rest_; false if stderr does not take all of it. Waits for `patience` in all. A pipe that
/// can be written to takes PIPE_BUF bytes without blocking, unless another process writes to it,
/// too. After an error, such as a pipe without a reader, rest_ is dropped.
bool LossyStderr::write_rest(std::chrono::milliseconds patience) {
  const auto end = Clock::now() + patience;
  size_t done = 0;
  while (done < rest_.size()) {
    const int ready = wait_for_stderr(end);
    if (ready == 0) break;
    const size_t most = std::min<size_t>(rest_.size() - done, PIPE_BUF);
    const ssize_t size = ready < 0 ? -1 : ::write(STDERR_FILENO, &rest_[done], most);
    if (size > 0) done += static_cast<size_t>(size);
    if (size < 0 && errno != EINTR && errno != EAGAIN) done = rest_.size();
  }
  rest_.erase(0, done);
  return rest_.empty();
}

}  // namespace dragoman
