#pragma once

#include <chrono>
#include <memory>

#include "io/log.h"
#include "model_folder/process_place.h"
#include "train/exchange.h"

namespace dragoman {

/// How long processes wait for each other, and the log that reports it.
struct JoinOptions {
  std::chrono::milliseconds to_join = std::chrono::minutes(10);  // until all have joined
  /// In a call of Exchange: process 0 may be translating the validation set, or saving.
  std::chrono::milliseconds to_answer = std::chrono::minutes(30);
  /// Until a line of `log` says who is missing.
  std::chrono::milliseconds to_report = std::chrono::seconds(10);
  Logger log = make_null_logger();
};

/// Waits until all processes have joined and connects them by c10d, PyTorch's engine, with Gloo. A
/// single process does not wait. Throws std::runtime_error, with one line, if a process is late,
/// joins twice or expects another number of processes; and if LibTorch was built without c10d or
/// Gloo.
std::unique_ptr<Exchange> join_processes(const ProcessPlace& place, const JoinOptions& options);

}  // namespace dragoman
