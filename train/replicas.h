#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "data/batch.h"
#include "model/transformer.h"
#include "train/meters.h"
#include "train/worker_thread.h"

namespace dragoman {

/// One batch of an update, and the replica that computes it.
struct Part {
  TransformerImpl& model;  // its gradients are the replica's own
  const Batch& batch;
  uint64_t dropout_key;
  Meters& meters;  // learn how the time was spent
};

/// Adds the gradients of a part's loss to those of its model, and gives the loss, a scalar.
using AddGradients = std::function<torch::Tensor(const Part& part)>;

/// A model and copies of it that compute gradients of several batches at the same time, each with
/// its share of the threads. The copies have the model's own weights, and gradients apart. What
/// comes out depends on the number of replicas, not on threads.
class Replicas {
 public:
  /// `count` replicas, the model the first of them, that share the calling thread's threads.
  Replicas(const Transformer& model, int64_t count);

  /// Of each replica.
  int num_threads() const { return num_threads_; }

  /// work(begin, end) for parts of [0, count), several at the same time, by the replicas' threads.
  void for_range(int64_t count, const std::function<void(int64_t, int64_t)>& work);
  /// Sums the gradients of all batches in the model's weights, and gives the sum of their losses.
  /// Batch i is replica i % count's; its key of dropout derives from `dropout_key` and i. `meters`
  /// learn how the first replica spent its time.
  torch::Tensor sum_gradients(const std::vector<Batch>& batches, uint64_t dropout_key,
                              Meters& meters, const AddGradients& add_gradients);

 private:
  size_t count() const { return models_.size(); }
  /// work(replica) by each of them, the first by the calling thread; throws what one has thrown.
  void run_all(const std::function<void(size_t)>& work);
  void collect_gradients();

  int num_threads_;
  std::vector<Transformer> models_;
  std::vector<std::vector<torch::Tensor>> weights_;     // of each
  std::vector<std::unique_ptr<WorkerThread>> workers_;  // of all replicas but the first
};

}  // namespace dragoman
