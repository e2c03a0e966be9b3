#include "train/replicas.h"

#include <algorithm>
#include <exception>

#include "io/random.h"
#include "model/torch_thread_count.h"

namespace dragoman {
namespace {

/// A model whose weights are those of `model`, and stay so; only its gradients are its own.
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

Replicas::Replicas(const Transformer& model, int64_t count)
    : num_threads_(std::max(1, at::get_num_threads() / static_cast<int>(count))) {
  models_.push_back(model);
  for (int64_t i = 1; i < count; ++i) {
    models_.push_back(share_weights(model));
    workers_.push_back(std::make_unique<WorkerThread>());
  }
  for (const Transformer& copy : models_) weights_.push_back(copy->parameters());
}

void Replicas::run_all(const std::function<void(size_t)>& work) {
  for (size_t i = 1; i < count(); ++i) {
    workers_[i - 1]->start([&, i] {
      const TorchThreadCount threads(num_threads_);
      work(i);
    });
  }
  std::exception_ptr failure;
  try {
    const TorchThreadCount threads(num_threads_);
    work(0);
  } catch (...) {
    failure = std::current_exception();
  }
  for (const auto& worker : workers_) {
    const std::exception_ptr other = worker->wait();
    if (!failure) failure = other;
  }
  if (failure) std::rethrow_exception(failure);
}

void Replicas::for_range(int64_t count, const std::function<void(int64_t, int64_t)>& work) {
  const auto parts = static_cast<int64_t>(this->count());
  run_all([&](size_t replica) {
    const auto i = static_cast<int64_t>(replica);
    at::parallel_for(count * i / parts, count * (i + 1) / parts, 1, work);
  });
}

torch::Tensor Replicas::sum_gradients(const std::vector<Batch>& batches, uint64_t dropout_key,
                                      Meters& meters, const AddGradients& add_gradients) {
  for (size_t i = 1; i < count(); ++i) models_[i]->train(models_[0]->is_training());
  std::vector<torch::Tensor> losses(count());
  run_all([&](size_t replica) {
    Meters unused;
    torch::Tensor& sum = losses[replica];
    for (size_t i = replica; i < batches.size(); i += count()) {
      const torch::Tensor loss =
          add_gradients({*models_[replica], batches[i], derive_key(dropout_key, i),
                         replica == 0 ? meters : unused});
      sum = sum.defined() ? sum + loss : loss;
    }
  });
  for (size_t i = 1; i < std::min(count(), batches.size()); ++i) losses[0] += losses[i];
  if (count() > 1) collect_gradients();
  meters.mark(Phase::kBackward);
  return losses[0];
}

/// The first replica's gradients become the sums of all, which begin anew.
void Replicas::collect_gradients() {
  for_range(static_cast<int64_t>(weights_[0].size()), [&](int64_t begin, int64_t end) {
    for (auto w = static_cast<size_t>(begin); w < static_cast<size_t>(end); ++w) {
      torch::Tensor& sum = weights_[0][w].mutable_grad();
      for (size_t i = 1; i < count(); ++i) {
        torch::Tensor& gradient = weights_[i][w].mutable_grad();
        if (gradient.defined()) sum = sum.defined() ? sum.add_(gradient) : gradient;
        gradient = torch::Tensor();
      }
    }
  });
}

}  // namespace dragoman
