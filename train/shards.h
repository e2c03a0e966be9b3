#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "train/exchange.h"
#include "train/flat_weights.h"

namespace dragoman {

/// Consecutive trained weights, whose gradients processes exchange together.
struct Bucket {
  size_t first = 0, past = 0;  // weights first to past - 1, in the weights' order
  ElementRange elements;       // of the array (FlatWeights): whole blocks

  size_t num_weights() const { return past - first; }
};

/// Divides the array of trained weights (FlatWeights) into buckets, and each bucket into stripes of
/// whole blocks, one for each process. A process owns its stripes: its shard is all of them, one
/// after another. So all processes send and receive at the same time, whichever bucket is next.
///
/// A bucket begins with the first whole block of its first weight. The beginning of that weight
/// belongs to the bucket before: a bucket's gradients are known if those of the weights of this
/// bucket and of all later ones are.
class Shards {
 public:
  /// For one of `processes`. A single process has one bucket.
  Shards(const FlatWeights& weights, int64_t process, int64_t processes);

  /// Returns the buckets, in the weights' order.
  const std::vector<Bucket>& buckets() const { return buckets_; }
  /// Returns the elements of a bucket that a process owns.
  ElementRange stripe_of(const Bucket& bucket, int64_t process) const;
  /// Returns the numbers of these elements, by process.
  std::vector<int64_t> stripe_sizes(const Bucket& bucket) const;
  /// Returns the number of elements that this process owns.
  int64_t size() const { return size_; }

  /// Returns this process's shard of an array [n]: a view if it is the whole array, else a copy.
  torch::Tensor own(const torch::Tensor& all) const;
  /// Divides an array [n] into buckets, and these into stripes.
  std::vector<Divided> divide(const torch::Tensor& all) const;
  /// Copies this process's shard into its places in an array [n].
  void put_own(const torch::Tensor& shard, const torch::Tensor& all) const;
  /// Returns numbers of the array's blocks in the blocks' order. `by_process`: those of the shard
  /// of each process.
  std::vector<double> in_order(const std::vector<std::vector<double>>& by_process) const;

 private:
  int64_t process_, processes_;
  std::vector<Bucket> buckets_;
  int64_t size_ = 0;
};

}  // namespace dragoman
