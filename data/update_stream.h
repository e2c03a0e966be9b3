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

namespace dragoman {

/// Tells whether what is waited for is still wanted.
using StopCheck = std::function<bool()>;
/// Gives what an epoch draws its examples from; nullptr: there are no more, or `is_stopped` said so
/// while they had to be waited for.
using EpochExamples =
    std::function<std::shared_ptr<const CorpusMix>(int64_t epoch, const StopCheck& is_stopped)>;

/// A stream of updates, epoch after epoch, made by a thread of its own a few updates ahead. What it
/// gives is a function of the examples, the options and the position it starts from.
class UpdateStream {
 public:
  UpdateStream(EpochExamples examples, const UpdateOptions& options, DataPosition start);
  ~UpdateStream();
  UpdateStream(const UpdateStream&) = delete;
  UpdateStream& operator=(const UpdateStream&) = delete;

  /// nullopt after the last epoch, if there is one.
  std::optional<UpdateParts> next();

 private:
  void produce(DataPosition position);
  bool produce_epoch(const CorpusMix& examples, DataPosition position);
  bool put(UpdateParts&& update);
  void finish(std::exception_ptr failure);

  const EpochExamples examples_;
  const UpdateOptions options_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<UpdateParts> ready_;
  std::exception_ptr failure_;
  bool ended_ = false;                 // nothing more will come
  std::atomic<bool> stopped_ = false;  // nobody wants more
  std::thread producer_;
};

}  // namespace dragoman
