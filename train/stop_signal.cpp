#include "train/stop_signal.h"

#include <unistd.h>

#include <csignal>

namespace dragoman {
namespace {

volatile std::sig_atomic_t stop_signal = 0;  // a handler can reach nothing but a global

void remember(int number) {
  if (stop_signal != 0) _exit(128 + number);
  stop_signal = number;
}

}  // namespace

StopSignal::StopSignal() {
  stop_signal = 0;
  std::signal(SIGINT, remember);
  std::signal(SIGTERM, remember);
}

StopSignal::~StopSignal() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

int StopSignal::received() { return stop_signal; }

}  // namespace dragoman
