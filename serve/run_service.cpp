#include "serve/run_service.h"

#include <pthread.h>

#include <cerrno>
#include <csignal>
#include <ctime>
#include <stdexcept>

#include "io/allocator.h"
#include "serve/service.h"

namespace dragoman {
namespace {

/// The signals that a service is steered by. While it lives they are not delivered to this thread,
/// nor to those that it starts: they wait to be asked for.
class SteeringSignals {
 public:
  SteeringSignals() {
    sigemptyset(&signals_);
    for (const int number : {SIGTERM, SIGINT, SIGHUP}) sigaddset(&signals_, number);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ~SteeringSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SteeringSignals(const SteeringSignals&) = delete;
  SteeringSignals& operator=(const SteeringSignals&) = delete;

  /// The next one; 0 if none comes for `seconds`.
  int wait(int seconds) const {
    const timespec most{.tv_sec = seconds, .tv_nsec = 0};
    const int number = sigtimedwait(&signals_, nullptr, &most);
    if (number > 0) return number;
    if (errno != EAGAIN && errno != EINTR) throw std::runtime_error("cannot wait for signals");
    return 0;
  }

  /// From here on SIGTERM and SIGINT end the process at once.
  void give_up_stopping() const {
    sigset_t stopping;
    sigemptyset(&stopping);
    for (const int number : {SIGTERM, SIGINT}) sigaddset(&stopping, number);
    pthread_sigmask(SIG_UNBLOCK, &stopping, nullptr);
  }

 private:
  sigset_t signals_;
  sigset_t before_;
};

/// For the threads of many connections.
constexpr size_t kThreadCaches = 4 << 20;

/// What a rush of requests took is given back some time after it.
constexpr int kSecondsBetweenReleases = 60;

void run_until_stopped(Service& service, const SteeringSignals& signals, const Logger& log) {
  while (true) {
    const int signal = signals.wait(kSecondsBetweenReleases);
    if (signal == 0) {
      release_freed_memory();
    } else if (signal == SIGHUP) {
      service.reload();
    } else {
      log->info("stopping at signal {}: running requests are finished; another one ends them",
                signal);
      return;
    }
  }
}

}  // namespace

void run_service(const ServiceSettings& settings, const std::vector<std::string>& folders,
                 const TranslatorOptions& options, const Logger& log) {
  limit_thread_caches(kThreadCaches);
  const SteeringSignals signals;  // before any thread starts
  Service service(settings, folders, options, log);
  service.start();
  log->info("listening on {}", service.address());
  run_until_stopped(service, signals, log);
  signals.give_up_stopping();
  service.drain();
  log->info("stopped");
}

}  // namespace dragoman
