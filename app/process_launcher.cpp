#include "app/process_launcher.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>

#include "app/child_process.h"
#include "app/commands.h"
#include "io/atomic_file.h"
#include "io/descriptor.h"
#include "io/ignored_signal.h"

namespace dragoman {
namespace {

using Clock = std::chrono::steady_clock;

/// Listens at a free port of 127.0.0.1. Process 0 inherits the socket, so that no other program can
/// take the port.
class ListeningSocket {
 public:
  ListeningSocket() : descriptor_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    if (::bind(descriptor(), any, length) != 0 || ::listen(descriptor(), SOMAXCONN) != 0 ||
        ::getsockname(descriptor(), any, &length) != 0) {
      throw std::runtime_error(std::string("cannot listen at a port of 127.0.0.1: ") +
                               std::strerror(errno));
    }
    port_ = ntohs(address.sin_port);
  }

  int descriptor() const { return descriptor_.get(); }
  int port() const { return port_; }

 private:
  Descriptor descriptor_;
  int port_ = 0;
};

/// While this object exists, SIGCHLD and, unless they are ignored, the signals that end a program
/// arrive only through its descriptor.
class SignalQueue {
 public:
  SignalQueue() {
    // If the parent ignored it, the system would not keep the exit status of children.
    std::signal(SIGCHLD, SIG_DFL);
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGCHLD);
    for (const int number : kEndingSignals) {
      if (!is_ignored(number)) ::sigaddset(&set, number);
    }
    ::sigprocmask(SIG_BLOCK, &set, &before_);
    descriptor_ = Descriptor(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  }
  ~SignalQueue() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }
  SignalQueue(const SignalQueue&) = delete;
  SignalQueue& operator=(const SignalQueue&) = delete;

  int descriptor() const { return descriptor_.get(); }
  /// Returns the number of the next signal; 0 if there is none.
  int next() const {
    signalfd_siginfo info{};
    const bool has_one = ::read(descriptor(), &info, sizeof info) == sizeof info;
    return has_one ? static_cast<int>(info.ssi_signo) : 0;
  }

 private:
  Descriptor descriptor_;
  sigset_t before_{};
};

int exit_status_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : kExitSignal + WTERMSIG(status);
}

bool is_stop(int exit_status) {
  return exit_status == kExitClosedPipe ||
         std::any_of(std::begin(kEndingSignals), std::end(kEndingSignals),
                     [&](int number) { return exit_status == kExitSignal + number; });
}

std::string description_of(int status) {
  if (WIFEXITED(status)) return "ended with exit status " + std::to_string(WEXITSTATUS(status));
  const int number = WTERMSIG(status);
  return "was killed by signal " + std::to_string(number) + " (" + ::strsignal(number) + ")";
}

class Launch {
 public:
  Launch(const LaunchRequest& request, Logger log) : request_(request), log_(std::move(log)) {
    for (int rank = 0; rank < request.num_processes; ++rank)
      children_.push_back({.process = ChildProcess(child_request(rank)), .line = ""});
  }

  int run() {
    while (num_running() > 0) {
      wait_for_news();
      for (int number = signals_.next(); number != 0; number = signals_.next()) handle(number);
      for (size_t rank = 0; rank < children_.size(); ++rank) look_at(static_cast<int>(rank));
      if (until_ && Clock::now() >= *until_) send_to_all(SIGKILL);
    }
    if (first_failure_ != 0) return first_failure_;
    return stop_ == 0 && until_ ? kExitFailure : stop_;
  }

 private:
  struct Child {
    ChildProcess process;
    std::string line;  // an incomplete line of output
  };

  ChildRequest child_request(int rank) const {
    const std::string size = std::to_string(request_.num_processes);
    ChildRequest child{.command = request_.command,
                       .variables = {{"RANK", std::to_string(rank)},
                                     {"LOCAL_RANK", std::to_string(rank)},
                                     {"WORLD_SIZE", size},
                                     {"LOCAL_WORLD_SIZE", size},
                                     {"MASTER_ADDR", "127.0.0.1"},
                                     {"MASTER_PORT", std::to_string(socket_.port())},
                                     {"TORCHELASTIC_USE_AGENT_STORE", "False"},
                                     {"DRAGOMAN_LAUNCHED", "1"}},
                       .inherited = rank == 0 ? socket_.descriptor() : -1,
                       .piped = rank != 0,
                       .rereads_stdin = request_.rereads_stdin};
    if (rank == 0) {
      child.variables.emplace_back("DRAGOMAN_LISTENING_SOCKET",
                                   std::to_string(socket_.descriptor()));
    }
    return child;
  }

  int64_t num_running() const {
    return std::count_if(children_.begin(), children_.end(),
                         [](const Child& child) { return child.process.is_running(); });
  }

  void wait_for_news() const {
    std::vector<pollfd> waited = {{.fd = signals_.descriptor(), .events = POLLIN, .revents = 0}};
    for (const Child& child : children_)  // poll() ignores descriptors below 0
      waited.push_back({.fd = child.process.output(), .events = POLLIN, .revents = 0});
    int time = -1;  // no limit
    if (until_) {
      const auto left =
          std::chrono::duration_cast<std::chrono::milliseconds>(*until_ - Clock::now());
      time = static_cast<int>(std::max<int64_t>(left.count() + 1, 100));
    }
    ::poll(waited.data(), waited.size(), time);
  }

  void handle(int number) {
    if (number == SIGCHLD) return;  // look_at() finds the child
    was_stopped_ = true;
    send_to_all(number);
  }

  void send_to_all(int number) const {
    for (const Child& child : children_) child.process.send_signal(number);
  }

  void look_at(int rank) {
    Child& child = children_[static_cast<size_t>(rank)];
    int status = 0;
    const bool has_ended = child.process.has_ended(status);
    read_lines(rank, child);
    if (!has_ended) return;
    if (!child.line.empty()) print(rank, std::exchange(child.line, "") + "\n");
    const int exit_status = exit_status_of(status);
    if (exit_status == 0) return;
    // A process that saves and then stops is no failure. A process that a signal killed is one,
    // unless the signal was sent to all.
    if (is_stop(exit_status) && (WIFEXITED(status) || was_stopped_)) {
      stop_ = exit_status;
    } else if (exit_status == kExitOtherFailed) {
      // The one that failed is about to say why, and to end: a signal could prevent that.
      if (!until_) until_ = Clock::now() + request_.patience;
    } else if (first_failure_ == 0) {
      fail(rank, status);
    }
  }

  void fail(int rank, int status) {
    first_failure_ = exit_status_of(status);
    until_ = Clock::now() + request_.patience;
    log_->error("process {} {}{}", rank, description_of(status),
                num_running() > 0 ? ": the others are being ended" : "");
    send_to_all(SIGTERM);
  }

  /// Reads the available output without waiting for more.
  static void read_lines(int rank, Child& child) {
    char buffer[4096];
    pollfd waited{.fd = child.process.output(), .events = POLLIN, .revents = 0};
    while (child.process.output() >= 0 && ::poll(&waited, 1, 0) > 0) {
      const ssize_t count = ::read(child.process.output(), buffer, sizeof buffer);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return child.process.close_output();
      child.line.append(buffer, static_cast<size_t>(count));
      const size_t end = child.line.rfind('\n');
      if (end == std::string::npos) continue;
      print(rank, child.line.substr(0, end + 1));
      child.line.erase(0, end + 1);
    }
  }

  /// Prints whole lines to stderr, each after the process's name.
  static void print(int rank, const std::string& lines) {
    const std::string name = "process " + std::to_string(rank) + ": ";
    std::istringstream stream(lines);
    std::string text;
    for (std::string line; std::getline(stream, line);)
      text += (line.starts_with(name) ? "" : name) + line + "\n";
    std::cerr << text << std::flush;
  }

  const LaunchRequest& request_;
  Logger log_;
  SignalQueue signals_;
  ListeningSocket socket_;
  std::vector<Child> children_;
  bool was_stopped_ = false;                // by a signal sent to all
  int stop_ = 0;                            // exit status of a process that a signal stopped
  int first_failure_ = 0;                   // exit status
  std::optional<Clock::time_point> until_;  // time of SIGKILL after a failure
};

}  // namespace

int launch_processes(const LaunchRequest& request, const Logger& log) {
  return Launch(request, log).run();
}

void keep_stdin() {
  const std::string text = read_file("-");
  const Descriptor file(::memfd_create("stdin", MFD_CLOEXEC));
  const bool is_kept = file.get() >= 0 && write_bytes(file, text) &&
                       ::lseek(file.get(), 0, SEEK_SET) == 0 &&
                       ::dup2(file.get(), STDIN_FILENO) == STDIN_FILENO;
  if (!is_kept) throw_file_error("keep", input_name("-"));
}

std::vector<std::string> own_command() {
  std::vector<std::string> command = {std::filesystem::read_symlink("/proc/self/exe").string()};
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::string argument;
  std::getline(file, argument, '\0');  // argv[0]: replaced by the path
  while (std::getline(file, argument, '\0')) command.push_back(argument);
  return command;
}

std::vector<std::string> without_option(const std::vector<std::string>& arguments,
                                        const std::string& option) {
  std::vector<std::string> others;
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == option)
      ++i;  // its value
    else if (!arguments[i].starts_with(option + "="))
      others.push_back(arguments[i]);
  }
  return others;
}

}  // namespace dragoman
