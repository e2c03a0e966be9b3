#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/descriptor.h"

namespace dragoman {

/// How to start a child process.
struct ChildRequest {
  std::vector<std::string> command;  // path of the program, and its arguments
  std::vector<std::pair<std::string, std::string>> variables;  // added to the environment
  int inherited = -1;          // file descriptor that the child keeps; -1: none
  bool piped = false;          // output() reads its stdout and stderr; its stdin is empty
  bool rereads_stdin = false;  // its stdin is this process's, a file, from the start
};

/// A child process. It is killed if this object is destroyed or this process ends before it.
class ChildProcess {
 public:
  /// Starts the program. Throws std::runtime_error if the system cannot start a process. If the
  /// program cannot be run, the child prints an error and exits with status 127.
  explicit ChildProcess(const ChildRequest& request);
  ~ChildProcess();
  ChildProcess(ChildProcess&& other) noexcept
      : pid_(std::exchange(other.pid_, 0)), output_(std::move(other.output_)) {}
  ChildProcess& operator=(ChildProcess&&) = delete;

  int pid() const { return pid_; }
  bool is_running() const { return pid_ > 0; }
  /// Returns the descriptor to read its output from, or -1.
  int output() const { return output_.get(); }
  void close_output() { output_.close(); }

  void send_signal(int number) const;
  /// Returns true if the process has ended since the last call; `status` is then as of waitpid().
  /// Does not wait.
  bool has_ended(int& status);

 private:
  int pid_ = 0;
  Descriptor output_;
};

}  // namespace dragoman
