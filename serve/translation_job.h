#pragma once

#include <atomic>
#include <chrono>
#include <memory>

#include "search/search_settings.h"
#include "serve/served_model.h"
#include "translate/translation.h"

namespace dragoman {

using Clock = std::chrono::steady_clock;

/// A request's time: it ends at its deadline, or earlier if its client goes away.
class Deadline {
 public:
  explicit Deadline(Clock::time_point end) : end_(end) {}

  Clock::time_point end() const { return end_; }
  bool is_over() const { return is_cancelled_ || Clock::now() >= end_; }
  void cancel() { is_cancelled_ = true; }

 private:
  Clock::time_point end_;
  std::atomic<bool> is_cancelled_ = false;
};

/// A sentence to be translated.
struct TranslationJob {
  std::shared_ptr<const ServedModel> model;
  SearchSettings settings;
  TranslationRequest request;
  std::shared_ptr<Deadline> deadline;  // none: it may take any time
};

}  // namespace dragoman
