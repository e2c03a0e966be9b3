#pragma once

#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>

#include "train/exchange.h"
#include "train/shards.h"

namespace dragoman {

/// Sends the new weights of an update from their owners to all processes, in a thread, while the
/// next update begins. Buckets are sent from the first to the last: in this order the forward pass
/// reads weights, and it waits for each.
class WeightGather {
 public:
  /// Weights travel in `format`, and all processes get them rounded to it. `weights`, `shards` and
  /// `exchange` must outlive this object.
  WeightGather(const FlatWeights& weights, const Shards& shards, torch::Dtype format,
               Exchange& exchange);
  WeightGather(const WeightGather&) = delete;
  WeightGather& operator=(const WeightGather&) = delete;

  /// Starts to send this process's shard, [shards.size()]. Until finish(), the shard must not
  /// change, and nothing else may use the exchange. All processes must call it.
  void start(const torch::Tensor& shard);
  /// Waits until a weight has arrived. Throws what the exchange has thrown. Thread-safe.
  void await(const torch::Tensor& weight) { wait_for(weights_.end_of(weight)); }
  /// Waits until all weights have arrived. Throws what the exchange has thrown.
  void finish();

  /// After finish(): the traffic of all updates. In its hidden seconds no thread waited.
  const Traffic& traffic() const { return traffic_; }

 private:
  using Clock = std::chrono::steady_clock;

  void wait_for(int64_t elements);
  Traffic gather(const torch::Tensor& shard);

  const FlatWeights& weights_;
  const Shards& shards_;
  torch::Dtype format_;
  Exchange& exchange_;

  Traffic traffic_;

  std::mutex mutex_;  // of what follows, except done_
  std::condition_variable changed_;
  int64_t arrived_;               // elements, from the beginning of the array
  std::exception_ptr error_;      // of the exchange
  int waiting_ = 0;               // threads
  Clock::time_point wait_began_;  // of these threads
  double waited_ = 0;             // seconds of this update in which some thread waited
  std::future<Traffic> done_;     // the last member: its destructor waits for the thread
};

}  // namespace dragoman
