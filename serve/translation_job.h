#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <vector>

#include "search/search_settings.h"
#include "serve/served_model.h"
#include "translate/translation.h"
#include "translate/translator.h"

namespace dragoman {

using Clock = std::chrono::steady_clock;

/// The deadline of a request; it may be cancelled earlier, if the client disconnects.
class Deadline {
 public:
  /// `on_work_done` is called, in the working threads, when some of the request's work is done.
  explicit Deadline(
      Clock::time_point end, std::function<void()> on_work_done = [] {})
      : end_(end), on_work_done_(std::move(on_work_done)) {}

  Clock::time_point end() const { return end_; }
  bool is_over() const { return is_cancelled_ || Clock::now() >= end_; }
  /// True if cancel() was called before the end.
  bool is_cancelled() const { return is_cancelled_; }
  void cancel() {
    if (Clock::now() < end_) is_cancelled_ = true;
  }
  void tell_work_done() const { on_work_done_(); }

 private:
  Clock::time_point end_;
  std::function<void()> on_work_done_;
  std::atomic<bool> is_cancelled_ = false;
};

/// True if the future has its value or exception.
template <class Future>
bool is_ready(const Future& future) {
  return future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

/// A sentence, or a document, to translate.
struct TranslationJob {
  std::shared_ptr<const ServedModel> model;
  std::shared_ptr<const SearchSettings> settings;  // shared by all sentences of a request
  TranslationRequest request;
  std::shared_ptr<Deadline> deadline;  // null: no time limit
  /// Called before the sentence is searched again because its batch failed: what request.watch was
  /// told so far no longer holds.
  std::function<void()> on_retry = [] {};
};

/// The result of a TranslationJob.
struct TranslationResult {
  std::vector<Translation> translations;    // up to settings.num_best, best first
  int64_t target_tokens = 0;                // of the best translation
  bool in_parts = false;                    // it was longer than the model takes
  std::vector<TranslationNote> notes = {};  // for a document
};

}  // namespace dragoman
