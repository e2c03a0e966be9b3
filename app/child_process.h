#pragma once

#include <string>
#include <utility>
#include <vector>

namespace dragoman {

/// What a child process is started with.
struct ChildRequest {
  std::vector<std::string> command;  // path of the program, and its arguments
  std::vector<std::pair<std::string, std::string>> variables;  // besides those of this process
  int inherited = -1;  // a descriptor that it keeps under its number, or -1
  bool piped = false;  // its stdout and stderr come by a pipe, and its stdin is empty
};

/// A program that runs beside this one, and is killed where this one ends before it.
class ChildProcess {
 public:
  /// Throws std::runtime_error if the system has no room for it. Where the program cannot be
  /// run, the child says so and ends with status 127.
  explicit ChildProcess(const ChildRequest& request);
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, 0)), output_(std::exchange(other.output_, -1)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;

  int pid() const { return pid_; }
  bool is_running() const { return pid_ > 0; }
  /// The end of its pipe, or -1.
  int output() const { return output_; }
  void close_output();

  void send_signal(int number) const;
  /// True if it has ended; `status` is then as of waitpid().
  bool has_ended(int& status);

 private:
  int pid_ = 0;
  int output_ = -1;
};

}  // namespace dragoman
