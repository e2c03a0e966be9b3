#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "io/log.h"

namespace dragoman {

/// What is started as several processes that train together.
struct LaunchRequest {
  std::vector<std::string> command;  // path of the program, and its arguments
  int num_processes = 2;
  std::chrono::milliseconds patience{10000};  // from SIGTERM to SIGKILL, once one has failed
};

/// Runs the command as processes that learn their places from torchrun's variables (RANK,
/// WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE, MASTER_ADDR, MASTER_PORT), and waits for all of them.
/// Process 0 has this process's stdin, stdout and stderr; lines of the others go to stderr, after
/// "process 2: ". SIGTERM and SIGINT are passed on to all.
///
/// If one fails, `log` says so and the others are ended. Returns the exit status of the first that
/// failed (128 + the number of a signal that killed it); else that of those that SIGTERM or SIGINT
/// stopped, or the reader of their reports, or 0. Throws std::runtime_error if processes cannot be
/// started.
int launch_processes(const LaunchRequest& request, const Logger& log);

/// The command line of this process, with the path of its program.
std::vector<std::string> own_command();

/// The arguments but for `option` and its value ("--processes 2", "--processes=2").
std::vector<std::string> without_option(const std::vector<std::string>& arguments,
                                        const std::string& option);

}  // namespace dragoman
