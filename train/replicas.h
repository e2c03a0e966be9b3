#pragma once

#include <functional>
#include <vector>

#include "model/tensors_file.h"
#include "model/transformer.h"
#include "train/flat_weights.h"
#include "train/meters.h"

namespace dragoman {

/// A model that one thread at a time uses.
class Replica {
 public:
  /// `trained`: the trained weights, by name. `meters` records the time of each phase; may be
  /// nullptr.
  Replica(Transformer model, const NamedTensors& trained, Meters* meters);

  TransformerImpl& model() { return *model_; }
  /// Counts the time since the last mark as spent on `phase`.
  void mark(Phase phase);
  /// Returns the gradients that backward passes have summed since the last call.
  Gradients take_gradients();

 private:
  friend class Replicas;

  Transformer model_;
  std::vector<torch::Tensor> trained_;
  Meters* meters_;  // or nullptr
};

/// A model and copies of it that compute at the same time, each in a thread. They share weights and
/// have gradients of their own. In each, LibTorch computes with one thread, so that results do not
/// depend on the number of replicas. Waiting threads sleep.
class Replicas {
 public:
  /// Makes `count` replicas; the first is `model`. `trained`: the trained weights, by name; others
  /// must not require gradients. `meters` records the first replica's time of each phase.
  Replicas(const Transformer& model, const NamedTensors& trained, int count, Meters& meters);

  int count() const { return static_cast<int>(replicas_.size()); }
  /// Returns the first replica's model.
  const Transformer& model() const { return replicas_.front().model_; }
  /// Calls work(replica, i) for i from 0 to count - 1, also in the calling thread. A free replica
  /// takes the lowest number that is not started. Rethrows an exception of `work`; some numbers may
  /// then be left undone.
  void for_each(int64_t count, const std::function<void(Replica&, int64_t)>& work);

 private:
  std::vector<Replica> replicas_;
};

}  // namespace dragoman
