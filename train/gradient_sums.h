#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "data/update_parts.h"
#include "train/part_tree.h"
#include "train/shards.h"

namespace dragoman {

/// Sums the gradients of the parts of an update that this process computes, bucket by bucket: the
/// sums of a bucket are known before a part is complete. Thread-safe.
class GradientSums {
 public:
  /// `format`: of the exchange; gradients and their sums are rounded to it.
  GradientSums(const std::vector<Bucket>& buckets, const UpdateParts& update, torch::Dtype format);

  /// Returns the number of parts of the whole update.
  int64_t num_parts() const { return num_parts_; }
  torch::Dtype format() const { return format_; }

  /// Adds a part's gradients of the weights of a bucket.
  void add(size_t bucket, int64_t part, Gradients gradients);
  /// Waits until all parts have added to the bucket; returns its sums by node of the tree. Throws
  /// std::runtime_error after abandon().
  std::map<TreeNode, Gradients> take(size_t bucket);
  /// Tells take() that no gradients will follow.
  void abandon();
  /// Returns whether all parts have added to all buckets.
  bool are_complete() const;

 private:
  struct Sum {
    Sum(const UpdateParts& update, const PartTree<Gradients>::Add& add);

    PartTree<Gradients> tree;
    size_t missing;  // parts
  };

  mutable std::mutex mutex_;  // of `missing` and abandoned_
  std::condition_variable changed_;
  std::deque<Sum> sums_;  // by bucket
  bool abandoned_ = false;
  int64_t num_parts_;
  torch::Dtype format_;
};

}  // namespace dragoman
