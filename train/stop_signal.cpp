#include "train/stop_signal.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>

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

void set_handlers(void (*handler)(int)) {
  for (const int number : {SIGINT, SIGTERM}) {
    if (!is_ignored(number)) std::signal(number, handler);
  }
}

}  // namespace

StopSignal::StopSignal() {
  if (num_objects++ > 0) return;
  stop_signal = 0;
  set_handlers(remember);
}

StopSignal::~StopSignal() {
  if (--num_objects > 0) return;
  set_handlers(SIG_DFL);
}

int StopSignal::received() { return stop_signal; }

}  // namespace dragoman
