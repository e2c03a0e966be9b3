#pragma once

#include <chrono>
#include <memory>

#include "model_folder/process_place.h"
#include "train/exchange.h"

namespace dragoman {

/// How long processes wait for each other.
struct JoinOptions {
  std::chrono::milliseconds to_join = std::chrono::minutes(10);  // until all are there
  /// In a call of Exchange. Process 0 may be translating the validation set, or saving.
  std::chrono::milliseconds to_answer = std::chrono::minutes(30);
};

/// Waits until all processes are there and connects them by c10d, PyTorch's engine, with Gloo. For
/// one process there is nothing to wait for. Throws std::runtime_error, of one line, if some do not
/// come in time, or come twice, or were told of another number of processes; and if LibTorch was
/// built without c10d or Gloo.
std::unique_ptr<Exchange> join_processes(const ProcessPlace& place, const JoinOptions& options);

}  // namespace dragoman
