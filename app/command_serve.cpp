#include <pthread.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <stdexcept>

#include "app/commands.h"
#include "app/setting_flags.h"
#include "app/translator_options.h"
#include "io/allocator.h"
#include "io/log.h"
#include "io/settings_set.h"
#include "io/settings_write.h"
#include "serve/service.h"

namespace dragoman {
namespace {

constexpr const char* kGroup = "Service";

struct ServeArguments {
  TranslatorArguments models;
  ServiceSettings settings;
};

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

int serve(ServeArguments& arguments) {
  limit_thread_caches(kThreadCaches);
  const Logger log = make_stderr_logger();
  const SteeringSignals signals;  // before any thread starts
  Service service(arguments.settings, arguments.models.runs, arguments.models.computing(), log);
  service.start();
  log->info("listening on {}", service.address());
  run_until_stopped(service, signals, log);
  signals.give_up_stopping();
  service.drain();
  log->info("stopped");
  return 0;
}

/// A flag for each setting of the service.
void add_service_options(CLI::App& command, ServiceSettings& settings) {
  ServiceSettings::visit_fields(settings, [&](const std::string& name, auto& field,
                                              const Range& range, const std::string& help) {
    const auto change = [&field, range, name](const std::string& value) {
      set_value(field, {}, value, range, {.file = "", .path = flag_of_setting(name)});
    };
    const std::string value = write_value(field).dump();
    const bool has_default = value != "\"\"" && value != "false";
    add_setting_flag(command, field, name, help + (has_default ? " (default: " + value + ")" : ""),
                     change)
        ->group(kGroup);
  });
}

}  // namespace

void add_serve_command(CLI::App& command, std::function<int()>& run) {
  auto arguments = std::make_shared<ServeArguments>();
  command
      .add_option("RUN", arguments->models.runs,
                  "model folders, each served under its name or as NAME=RUN says; the first is the "
                  "default")
      ->required();
  add_service_options(command, arguments->settings);
  arguments->models.add_computing_options(command);
  command.callback([arguments, &run] { run = [arguments] { return serve(*arguments); }; });
}

}  // namespace dragoman
