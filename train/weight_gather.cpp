#include "train/weight_gather.h"

#include <torch/utils.h>

#include <algorithm>
#include <utility>

#include "model/one_torch_thread.h"

namespace dragoman {

WeightGather::WeightGather(const FlatWeights& weights, const Shards& shards, torch::Dtype format,
                           Exchange& exchange)
    : weights_(weights),
      shards_(shards),
      format_(format),
      exchange_(exchange),
      arrived_(weights.size()) {}

void WeightGather::start(const torch::Tensor& shard) {
  finish();
  arrived_ = 0;
  done_ = std::async(std::launch::async, [this, shard] {
    try {
      return gather(shard);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      error_ = std::current_exception();
      changed_.notify_all();
      return Traffic{};
    }
  });
}

void WeightGather::finish() {
  wait_for(weights_.size());
  if (!done_.valid()) return;
  Traffic sent = done_.get();
  const std::lock_guard lock(mutex_);
  sent.hidden_seconds = std::max(0.0, sent.seconds - std::exchange(waited_, 0));
  traffic_ = traffic_ + sent;
}

/// Waits until so many elements of the array have arrived.
void WeightGather::wait_for(int64_t elements) {
  std::unique_lock lock(mutex_);
  const auto is_over = [&] { return arrived_ >= elements || error_; };
  if (!is_over()) {
    if (waiting_++ == 0) wait_began_ = Clock::now();
    changed_.wait(lock, is_over);
    if (--waiting_ == 0)
      waited_ += std::chrono::duration<double>(Clock::now() - wait_began_).count();
  }
  if (error_) std::rethrow_exception(error_);
}

Traffic WeightGather::gather(const torch::Tensor& shard) {
  const torch::NoGradGuard no_grad;
  use_one_torch_thread();
  const Traffic before = exchange_.traffic();
  const torch::Tensor &weights = weights_.all(),
                      sent = weights.scalar_type() == format_
                                 ? weights
                                 : torch::empty_like(weights, weights.options().dtype(format_));
  shards_.put_own(shard, sent);
  exchange_.all_gather_in_place(shards_.divide(sent), [&](size_t bucket) {
    const auto [begin, end] = shards_.buckets()[bucket].elements;
    if (!sent.is_same(weights))
      weights.narrow(0, begin, end - begin).copy_(sent.narrow(0, begin, end - begin));
    const std::lock_guard lock(mutex_);
    arrived_ = end;
    changed_.notify_all();
  });
  return exchange_.traffic() - before;
}

}  // namespace dragoman
