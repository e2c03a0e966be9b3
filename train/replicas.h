#pragma once

#include <functional>
#include <vector>

#include "model/tensors_file.h"
#include "model/transformer.h"
#include "train/flat_weights.h"
#include "train/meters.h"

namespace dragoman {

/// A model that one thread at a time computes with.
class Replica {
 public:
  /// `trained`: names of the weights that are. `meters`: learn how its time is spent; or nullptr.
  Replica(Transformer model, const NamedTensors& trained, Meters* meters);

  TransformerImpl& model() { return *model_; }
  /// The time since the last mark was spent on `phase`.
  void mark(Phase phase);
  /// What backward passes have added up since the last call.
  Gradients take_gradients();

 private:
  friend class Replicas;

  Transformer model_;
  std::vector<torch::Tensor> trained_;
  Meters* meters_;  // or nullptr
};

/// A model and copies of it that compute at the same time, each by a thread. They have the same
/// weights, and gradients of their own. LibTorch computes with one thread for each, so that what
/// one computes does not depend on how many there are. A thread that waits sleeps.
class Replicas {
 public:
  /// `count` replicas, the model the first of them. `trained`: names of the weights that are;
  /// others must not require gradients. `meters` learn how the first one's time is spent.
  Replicas(const Transformer& model, const NamedTensors& trained, int count, Meters& meters);

  int count() const { return static_cast<int>(replicas_.size()); }
  /// The first.
  const Transformer& model() const { return replicas_.front().model_; }
  /// work(replica, i) for i from 0 to count - 1, the calling thread taking part. A replica that is
  /// done takes the lowest number that none has begun. Throws what one has thrown; then some
  /// numbers may be left undone.
  void for_each(int64_t count, const std::function<void(Replica&, int64_t)>& work);

 private:
  std::vector<Replica> replicas_;
};

}  // namespace dragoman
