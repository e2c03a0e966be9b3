#pragma once

#include <spdlog/sinks/base_sink.h>
#include <chrono>
#include <mutex>
#include <string>

namespace dragoman {

/// Writes lines to stderr, and drops those that the reader of stderr does not take. Waits 0.1
/// seconds a line for a reader that is behind, and not at all for one that stays behind. A warning
/// then says how many lines are missing.
class LossyStderr : public spdlog::sinks::base_sink<std::mutex> {
 protected:
  void sink_it_(const spdlog::details::log_msg& message) override;
  void flush_() override {}

 private:
  bool write_rest(std::chrono::milliseconds patience);

  std::string rest_;  // of the last line, not yet written
  size_t num_lost_ = 0;
};

}  // namespace dragoman
