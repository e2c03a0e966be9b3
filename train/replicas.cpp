#include "train/replicas.h"

#include <atomic>
#include <utility>

#include "model/one_torch_thread.h"
#include "threads/parallel_for.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Returns a model that shares the weights of `model`, but has gradients of its own.
Transformer share_weights(const Transformer& model) {
  Transformer copy(model->settings(), model->sizes());
  const auto weights = model->named_parameters();
  for (auto& parameter : copy->named_parameters()) {
    const torch::Tensor& weight = weights[parameter.key()];
    parameter.value().set_data(weight.data());
    parameter.value().set_requires_grad(weight.requires_grad());
  }
  for (auto& buffer : copy->named_buffers())
    buffer.value().set_data(model->named_buffers()[buffer.key()]);
  return copy;
}

}  // namespace

Replica::Replica(Transformer model, const NamedTensors& trained, const std::vector<Bucket>& buckets,
                 Meters* meters)
    : model_(std::move(model)), meters_(meters) {
  const auto weights = model_->named_parameters();
  std::vector<torch::Tensor> own;
  for (const auto& [name, weight] : trained) own.push_back(weights[name]);
  first_trained_ = own.front();
  for (const Bucket& bucket : buckets) ends_.push_back(bucket.elements.end);
  gradients_ = std::make_unique<GradientCollector>(std::move(own), buckets);
}

void Replica::mark(Phase phase) {
  if (meters_ != nullptr) meters_->mark(phase);
}

Replicas::Replicas(const Transformer& model, const NamedTensors& trained,
                   const std::vector<Bucket>& buckets, int count, Meters& meters) {
  replicas_.emplace_back(model, trained, buckets, &meters);
  while (this->count() < count)
    replicas_.emplace_back(share_weights(model), trained, buckets, nullptr);
}

void Replicas::await_weights(const std::function<void(const torch::Tensor& weight)>& await) {
  for (Replica& replica : replicas_) replica.model_->await_weights(await);
}

void Replicas::for_each(int64_t count, const std::function<void(Replica&, int64_t)>& work) {
  for (Replica& replica : replicas_) replica.model_->train(model()->is_training());
  std::atomic<int64_t> next = 0;
  const ThreadCount threads(this->count());
  parallel_for(this->count(), 1, [&](int64_t first, int64_t last) {
    use_one_torch_thread();
    for (int64_t number = first; number < last; ++number) {
      try {
        for (int64_t i = next++; i < count; i = next++)
          work(replicas_[static_cast<size_t>(number)], i);
      } catch (...) {
        next = count;
        throw;
      }
    }
  });
}

}  // namespace dragoman
