#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "io/log.h"

namespace dragoman {

/// Exit status of a launched process that ends because another one failed, which says why.
constexpr int kExitOtherFailed = 120;

/// A command to start as several processes that train together.
struct LaunchRequest {
  std::vector<std::string> command;  // path of the program, and its arguments
  int num_processes = 2;
  std::chrono::milliseconds patience{10000};  // after a failure, until SIGKILL
  bool rereads_stdin = false;  // each process reads all of stdin, which keep_stdin() has kept
};

/// Runs the command as several processes, and waits for all of them. Each learns its rank from
/// torchrun's variables (RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT),
/// and by DRAGOMAN_LAUNCHED that it may end with kExitOtherFailed.
/// Process 0 has this process's stdin, stdout and stderr. Output lines of the others go to stderr
/// after "process 2: ". SIGTERM, SIGINT and SIGHUP are passed on to all, unless this process
/// ignores them.
///
/// If a process fails, logs it and ends the others. Returns the exit status of the first process
/// that failed by itself (128 + signal number if a signal killed it). If none did, returns that of
/// the processes that such a signal or a closed pipe of reports stopped, else 0. Throws
/// std::runtime_error if processes cannot be started.
int launch_processes(const LaunchRequest& request, const Logger& log);

/// Replaces stdin by a file in memory with what is left of it, so that several processes can read
/// it. Throws std::runtime_error if that fails.
void keep_stdin();

/// Returns this process's command line, starting with the path of its program.
std::vector<std::string> own_command();

/// Returns the arguments without `option` and its value ("--processes 2", "--processes=2").
std::vector<std::string> without_option(const std::vector<std::string>& arguments,
                                        const std::string& option);

}  // namespace dragoman
