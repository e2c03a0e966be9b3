#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "data/update_parts.h"
#include "threads/thread_count.h"

namespace dragoman {

/// Returns true if waiting must end.
using StopCheck = std::function<bool()>;
/// Returns the examples of an epoch. Returns nullptr if there are no more, or if `is_stopped`
/// returned true while waiting for them.
using EpochExamples =
    std::function<std::shared_ptr<const CorpusMix>(int64_t epoch, const StopCheck& is_stopped)>;

/// A stream of updates, epoch after epoch. Its own thread makes them a few updates ahead. While
/// none is ready, up to thread_count() threads make one: then those that compute are idle, or the
/// device is faster. The updates are a function of the examples, the options and the initial
/// position. Warns once if they have far more tokens than the options ask for.
class UpdateStream {
 public:
  UpdateStream(EpochExamples examples, const UpdateOptions& options, DataPosition start);
  ~UpdateStream();
  UpdateStream(const UpdateStream&) = delete;
  UpdateStream& operator=(const UpdateStream&) = delete;

  /// Returns nullopt after the last epoch, if there is one.
  std::optional<UpdateParts> next();

 private:
  void produce(DataPosition position);
  bool produce_epoch(const CorpusMix& examples, DataPosition position);
  void warn_of_excess(const CorpusMix& examples, const EpochPlan& plan);
  bool has_ready();
  bool put(UpdateParts&& update);
  void finish(std::exception_ptr failure);

  const EpochExamples examples_;
  const UpdateOptions options_;
  const size_t most_threads_ = threads_or_default(0);
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<UpdateParts> ready_;
  std::exception_ptr failure_;
  bool has_checked_excess_ = false;
  bool ended_ = false;                 // no more updates will come
  std::atomic<bool> stopped_ = false;  // nobody needs more updates
  std::thread producer_;
};

}  // namespace dragoman
