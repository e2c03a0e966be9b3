#pragma once

#include <functional>
#include <vector>

#include "train/shards.h"

namespace dragoman {

/// Takes the gradients of a part from the weights of a model, and hands them over bucket by bucket.
/// If there are several buckets, it does so during the backward pass, as soon as a bucket's
/// gradients are known. One thread at a time uses it.
class GradientCollector {
 public:
  /// Receives the gradients of a bucket's weights; undefined ones are zero.
  using Receive = std::function<void(size_t bucket, Gradients)>;

  /// `weights`: the trained ones of a model, in the buckets' order.
  GradientCollector(std::vector<torch::Tensor> weights, const std::vector<Bucket>& buckets);
  ~GradientCollector();
  GradientCollector(const GradientCollector&) = delete;
  GradientCollector& operator=(const GradientCollector&) = delete;

  /// Starts a part of `num_passes` backward passes, whose gradients are added up.
  void begin_part(size_t num_passes, Receive receive);
  /// Computes the gradients of a scalar loss; in the last pass of a part, hands over all.
  void backward(const torch::Tensor& loss);

 private:
  void take(size_t weight, size_t bucket);
  void hand_over(size_t bucket);

  std::vector<torch::Tensor> weights_;
  std::vector<Bucket> buckets_;
  size_t passes_left_ = 0;
  Receive receive_;
  std::vector<Gradients> gradients_;  // of the part, by bucket
  std::vector<size_t> missing_;       // weights, by bucket
};

}  // namespace dragoman
