#pragma once

#include <future>

#include "train/exchange.h"
#include "train/gradient_sums.h"
#include "train/trained_tensors.h"

namespace dragoman {

/// Sums the gradients of all parts of an update for the weights that this process owns. Processes
/// exchange their sums bucket by bucket, from the last to the first, as soon as they know them; the
/// owners sum them in the order of the tree. If there are several buckets, a thread does so while
/// the parts are computed. All processes must make one for each update.
class ShardSum {
 public:
  /// `sums`: of this process's parts. Until result() returns, only this object and `tensors`, whose
  /// weights may still arrive, may use `exchange`.
  ShardSum(TrainedTensors& tensors, GradientSums& sums, Exchange& exchange);
  /// Gives up the sum if its result was not taken.
  ~ShardSum();
  ShardSum(const ShardSum&) = delete;
  ShardSum& operator=(const ShardSum&) = delete;

  /// Returns the sum, [shards.size()], on the device of the weights, once all parts have been added
  /// to `sums`. Throws what the exchange has thrown.
  torch::Tensor result() { return sum_.get(); }
  /// After result(): the traffic of the gradients. Hidden are calls that were complete before the
  /// parts were.
  const Traffic& traffic() const { return traffic_; }

 private:
  torch::Tensor exchange_buckets();
  void sum_stripe(const Bucket& bucket, const torch::Tensor& sent, int64_t num_nodes,
                  const torch::Tensor& sum);

  TrainedTensors& tensors_;
  const FlatWeights& weights_;
  const Shards& shards_;
  GradientSums& sums_;
  Exchange& exchange_;
  int threads_;
  Traffic traffic_;
  std::future<torch::Tensor> sum_;
};

}  // namespace dragoman
