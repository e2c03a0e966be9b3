#include "train/gradient_sums.h"

#include <algorithm>
#include <stdexcept>

#include "train/exchange_format.h"

namespace dragoman {
namespace {

PartRange range_of(const UpdateParts& update) {
  if (update.parts.empty()) return {};
  return {update.parts.front().number, update.parts.back().number + 1};
}

void round_all_to(torch::Dtype format, const Gradients& gradients) {
  torch::NoGradGuard no_grad;
  for (const torch::Tensor& gradient : gradients)
    if (gradient.defined()) round_to(format, gradient);
}

}  // namespace

GradientSums::Sum::Sum(const UpdateParts& update, const PartTree<Gradients>::Add& add)
    : tree(update.num_parts, range_of(update), add), missing(update.parts.size()) {}

GradientSums::GradientSums(const std::vector<Bucket>& buckets, const UpdateParts& update,
                           torch::Dtype format)
    : num_parts_(update.num_parts), format_(format) {
  const auto add = [format](Gradients& sum, Gradients&& other) {
    add_gradients_to(sum, std::move(other));
    round_all_to(format, sum);
  };
  for (size_t i = 0; i < buckets.size(); ++i) sums_.emplace_back(update, add);
}

void GradientSums::add(size_t bucket, int64_t part, Gradients gradients) {
  round_all_to(format_, gradients);
  Sum& sum = sums_[bucket];
  sum.tree.add({0, part}, std::move(gradients));
  {
    const std::lock_guard lock(mutex_);
    --sum.missing;
  }
  changed_.notify_all();
}

std::map<TreeNode, Gradients> GradientSums::take(size_t bucket) {
  Sum& sum = sums_[bucket];
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return sum.missing == 0 || abandoned_; });
  if (sum.missing > 0) throw std::runtime_error("the gradients of an update are incomplete");
  return sum.tree.take_values();
}

void GradientSums::abandon() {
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
  }
  changed_.notify_all();
}

bool GradientSums::are_complete() const {
  const std::lock_guard lock(mutex_);
  return std::all_of(sums_.begin(), sums_.end(), [](const Sum& sum) { return sum.missing == 0; });
}

}  // namespace dragoman
