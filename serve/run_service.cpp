#include "serve/run_service.h"

#include <pthread.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <ctime>
#include <mutex>
#include <stdexcept>
#include <stop_token>
#include <thread>

#include "io/allocator.h"
#include "io/ignored_signal.h"
#include "serve/service.h"

namespace dragoman {
namespace {

/// The signals that control a service. While this object lives, they are blocked in this thread and
/// in the threads that it starts; wait() receives them. SIGTERM and SIGINT stay ignored if they
/// are. SIGHUP does not, since it ends nothing: reloading works under nohup, too.
class SteeringSignals {
 public:
  SteeringSignals() {
    sigemptyset(&ending_);
    for (const int number : {SIGTERM, SIGINT}) {
      if (!is_ignored(number)) sigaddset(&ending_, number);
    }
    signals_ = ending_;
    sigaddset(&signals_, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &signals_, &before_);
  }
  ~SteeringSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SteeringSignals(const SteeringSignals&) = delete;
  SteeringSignals& operator=(const SteeringSignals&) = delete;

  /// Returns the next signal; 0 if none comes within `seconds`.
  int wait(int seconds) const {
    const timespec most{.tv_sec = seconds, .tv_nsec = 0};
    const int number = sigtimedwait(&signals_, nullptr, &most);
    if (number > 0) return number;
    if (errno != EAGAIN && errno != EINTR) throw std::runtime_error("cannot wait for signals");
    return 0;
  }

  /// Waits for `time`, or until SIGTERM or SIGINT comes, which then ends the process.
  void let_end(std::chrono::nanoseconds time) const {
    const timespec most{.tv_sec = 0, .tv_nsec = time.count()};
    const int number = sigtimedwait(&ending_, nullptr, &most);
    if (number <= 0) return;
    pthread_sigmask(SIG_UNBLOCK, &ending_, nullptr);
    ::raise(number);
  }

  /// Makes SIGTERM and SIGINT end the process at once. SIGHUP, which would end it when the signals
  /// are unblocked, is ignored from now on.
  void give_up_stopping() const {
    std::signal(SIGHUP, SIG_IGN);
    pthread_sigmask(SIG_UNBLOCK, &ending_, nullptr);
  }

 private:
  sigset_t ending_;  // without ignored ones
  sigset_t signals_;
  sigset_t before_;
};

/// Bytes of the allocator's thread caches, for the threads of many connections.
constexpr size_t kThreadCaches = 4 << 20;

constexpr std::chrono::milliseconds kBetweenLooksAtStart{20};

/// Interval of returning free memory to the system, after a burst of requests.
constexpr int kSecondsBetweenReleases = 60;

/// Reloads a service in its own thread, so that signals during a reload are heard.
class Reloader {
 public:
  explicit Reloader(Service& service)
      : thread_([this, &service](const std::stop_token& stop) { run(service, stop); }) {}

  /// Returns at once. The models are opened after this call: calls during a reload make one more.
  void ask() {
    const std::lock_guard lock(mutex_);
    is_asked_ = true;
    changed_.notify_one();
  }

 private:
  void run(Service& service, const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return is_asked_; }) && !stop.stop_requested()) {
      is_asked_ = false;
      lock.unlock();
      service.reload();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool is_asked_ = false;
  std::jthread thread_;  // last: it uses the others
};

/// Serves until SIGTERM or SIGINT, then finishes running requests.
void run_until_stopped(Service& service, const SteeringSignals& signals, const Logger& log) {
  Reloader reloader(service);
  while (true) {
    const int signal = signals.wait(kSecondsBetweenReleases);
    if (signal == 0) {
      release_freed_memory();
    } else if (signal == SIGHUP) {
      reloader.ask();
    } else {
      signals.give_up_stopping();  // first: the log, too, may keep this thread waiting
      log->info(
          "stopping at signal {} after the running requests; another signal ends them at once",
          signal);
      break;
    }
  }
  service.drain();
}

}  // namespace

void run_service(const ServiceSettings& settings, const std::vector<std::string>& folders,
                 const TranslatorOptions& options, const Logger& log) {
  limit_thread_caches(kThreadCaches);
  const SteeringSignals signals;  // blocks the signals before any thread starts
  std::jthread waits([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) signals.let_end(kBetweenLooksAtStart);
  });
  Service service(settings, folders, options, log);
  service.start();
  waits.request_stop();
  waits.join();
  log->info("listening on {}", service.address());
  run_until_stopped(service, signals, log);
  log->info("stopped");
}

}  // namespace dragoman
