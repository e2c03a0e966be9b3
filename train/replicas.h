#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "model/tensor_products.h"
#include "model/tensors_file.h"
#include "model/transformer.h"
#include "train/gradient_collector.h"
#include "train/meters.h"

namespace dragoman {

/// A model that one thread at a time uses.
class Replica {
 public:
  /// `trained`: the trained weights, by name, which `buckets` divide. `meters` records the time of
  /// each phase; may be nullptr.
  Replica(Transformer model, const NamedTensors& trained, const std::vector<Bucket>& buckets,
          Meters* meters);

  TransformerImpl& model() { return *model_; }
  /// Counts the time since the last mark as spent on `phase`.
  void mark(Phase phase);
  GradientCollector& gradients() { return *gradients_; }
  /// Returns copies in bf16 of the trained weights for a forward pass, if `wanted`, which are
  /// rounded bucket by bucket: in buckets new weights arrive.
  Bf16Weights copy_in_bf16(bool wanted) const { return {first_trained_, ends_, wanted}; }

 private:
  friend class Replicas;

  Transformer model_;
  std::unique_ptr<GradientCollector> gradients_;
  torch::Tensor first_trained_;
  std::vector<int64_t> ends_;  // of buckets
  Meters* meters_;             // or nullptr
};

/// A model and copies of it that compute at the same time, each in a thread. They share weights and
/// have gradients of their own. In each, LibTorch computes with one thread, so that results do not
/// depend on the number of replicas. Waiting threads sleep.
class Replicas {
 public:
  /// Makes `count` replicas; the first is `model`. `trained`: the trained weights, by name, which
  /// `buckets` divide; others must not require gradients. `meters` records the first replica's time
  /// of each phase.
  Replicas(const Transformer& model, const NamedTensors& trained,
           const std::vector<Bucket>& buckets, int count, Meters& meters);
  /// Makes the model forget await_weights().
  ~Replicas() { await_weights(nullptr); }
  Replicas(const Replicas&) = delete;
  Replicas& operator=(const Replicas&) = delete;

  int count() const { return static_cast<int>(replicas_.size()); }
  /// Returns the first replica's model.
  const Transformer& model() const { return replicas_.front().model_; }
  /// Sets TransformerImpl::await_weights() of all models.
  void await_weights(const std::function<void(const torch::Tensor& weight)>& await);
  /// Calls work(replica, i) for i from 0 to count - 1, also in the calling thread. A free replica
  /// takes the lowest number that is not started. Rethrows an exception of `work`; some numbers may
  /// then be left undone.
  void for_each(int64_t count, const std::function<void(Replica&, int64_t)>& work);

 private:
  std::vector<Replica> replicas_;
};

}  // namespace dragoman
