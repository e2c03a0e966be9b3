#include "train/gradient_collector.h"

#include <torch/csrc/autograd/function_hook.h>
#include <torch/csrc/autograd/variable.h>

#include <utility>

namespace dragoman {
namespace {

/// Calls a function when a backward pass has added its gradient to a weight.
class GradientHook : public torch::autograd::PostAccumulateGradHook {
 public:
  explicit GradientHook(std::function<void()> call) : call_(std::move(call)) {}
  void operator()(const torch::autograd::Variable&) override { call_(); }

 private:
  std::function<void()> call_;
};

}  // namespace

GradientCollector::GradientCollector(std::vector<torch::Tensor> weights,
                                     const std::vector<Bucket>& buckets)
    : weights_(std::move(weights)), buckets_(buckets), missing_(buckets.size()) {
  for (size_t b = 0; b < buckets_.size() && buckets_.size() > 1; ++b) {
    for (size_t w = buckets_[b].first; w < buckets_[b].past; ++w)
      torch::autograd::impl::set_post_acc_grad_hooks(
          weights_[w], std::make_unique<GradientHook>([this, w, b] { take(w, b); }));
  }
}

GradientCollector::~GradientCollector() {
  for (const torch::Tensor& weight : weights_)
    torch::autograd::impl::set_post_acc_grad_hooks(weight, nullptr);
}

void GradientCollector::begin_part(size_t num_passes, Receive receive) {
  passes_left_ = num_passes;
  receive_ = std::move(receive);
  gradients_.clear();
  missing_.clear();
  for (const Bucket& bucket : buckets_) {
    gradients_.emplace_back(bucket.num_weights());
    missing_.push_back(bucket.num_weights());
  }
  for (const torch::Tensor& weight : weights_) weight.mutable_grad().reset();
}

void GradientCollector::backward(const torch::Tensor& loss) {
  --passes_left_;
  loss.backward();
  if (passes_left_ > 0) return;
  for (size_t bucket = buckets_.size(); bucket-- > 0;)
    if (missing_[bucket] > 0) hand_over(bucket);
  receive_ = nullptr;
}

/// Takes a weight's gradient, if the pass is the part's last one.
void GradientCollector::take(size_t weight, size_t bucket) {
  if (passes_left_ > 0 || missing_[bucket] == 0) return;
  gradients_[bucket][weight - buckets_[bucket].first] =
      std::exchange(weights_[weight].mutable_grad(), torch::Tensor());
  if (--missing_[bucket] == 0) hand_over(bucket);
}

/// Also takes gradients that the last pass has not changed.
void GradientCollector::hand_over(size_t bucket) {
  missing_[bucket] = 0;
  Gradients& gradients = gradients_[bucket];
  for (size_t i = 0; i < gradients.size(); ++i) {
    torch::Tensor& left = weights_[buckets_[bucket].first + i].mutable_grad();
    if (left.defined()) gradients[i] = std::exchange(left, torch::Tensor());
  }
  receive_(bucket, std::move(gradients));
}

}  // namespace dragoman
