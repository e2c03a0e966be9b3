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

constexpr std::chrono::milliseconds kPatience{100};

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

/// Writes rest_; false if stderr does not take it. A pipe that can be written to takes PIPE_BUF
/// bytes without blocking. After an error, such as a pipe without a reader, rest_ is dropped.
bool LossyStderr::write_rest(std::chrono::milliseconds patience) {
  while (!rest_.empty()) {
    pollfd end{STDERR_FILENO, POLLOUT, 0};
    if (::poll(&end, 1, static_cast<int>(patience.count())) == 0) return false;
    const size_t most = std::min<size_t>(rest_.size(), PIPE_BUF);
    const ssize_t size = ::write(STDERR_FILENO, rest_.data(), most);
    if (size > 0) rest_.erase(0, static_cast<size_t>(size));
    if (size < 0 && errno != EINTR && errno != EAGAIN) rest_.clear();
  }
  return true;
}

}  // namespace dragoman
