#pragma once

#include <chrono>

#include "train/join_processes.h"

namespace dragoman {

/// Writes one line to the log when a wait has taken long.
class WaitReport {
 public:
  explicit WaitReport(const JoinOptions& options)
      : log_(*options.log), due_at_(std::chrono::steady_clock::now() + options.to_report) {}

  /// `text()` says what is missing.
  template <typename Text>
  void write_if_due(const Text& text) {
    if (std::chrono::steady_clock::now() < due_at_) return;
    log_.info("{}", text());
    due_at_ = std::chrono::steady_clock::time_point::max();
  }

 private:
  spdlog::logger& log_;
  std::chrono::steady_clock::time_point due_at_;
};

}  // namespace dragoman
