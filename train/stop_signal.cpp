#include "train/stop_signal.h"

#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <ctime>
#include <iterator>

#include "io/ignored_signal.h"

namespace dragoman {
namespace {

// Global because a signal handler has no other access.
volatile std::sig_atomic_t stop_signal = 0;
timespec time_of_stop{};
std::atomic<int> num_objects = 0;

/// Returns whether this signal repeats the first. A signal may arrive twice at once: from a
/// terminal or a job scheduler, and from the parent process.
bool comes_with_the_first() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec - time_of_stop.tv_sec < 1 ||
         (now.tv_sec - time_of_stop.tv_sec == 1 && now.tv_nsec < time_of_stop.tv_nsec);
}

void remember(int number) {
  if (stop_signal != 0) {
    if (!comes_with_the_first()) _exit(128 + number);
    return;
  }
  ::clock_gettime(CLOCK_MONOTONIC, &time_of_stop);
  stop_signal = number;
}

constexpr size_t kCount = std::size(kEndingSignals);

std::array<void (*)(int), kCount> former_handlers = {};  // nullptr: the default

}  // namespace

StopSignal::StopSignal() {
  if (num_objects++ > 0) return;
  stop_signal = 0;
  for (size_t i = 0; i < kCount; ++i) {
    if (!is_ignored(kEndingSignals[i]))
      former_handlers[i] = std::signal(kEndingSignals[i], remember);
  }
}

StopSignal::~StopSignal() {
  if (--num_objects > 0) return;
  for (size_t i = 0; i < kCount; ++i) {
    if (!is_ignored(kEndingSignals[i])) std::signal(kEndingSignals[i], former_handlers[i]);
  }
}

int StopSignal::received() { return stop_signal; }

}  // namespace dragoman
