#include "train/flat_weights.h"

#include <torch/utils.h>

#include <algorithm>
#include <cstring>

#include "model/float_rows.h"
#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr int64_t kElementsOfLine = 16;  // 64 bytes

int64_t rounded_up(int64_t count, int64_t unit) { return (count + unit - 1) / unit * unit; }

/// Returns the elements of a weight that lie in `range` of the array.
ElementRange common(ElementRange range, int64_t begin, int64_t count) {
  return {std::max(range.begin, begin), std::min(range.end, begin + count)};
}

}  // namespace

void add_gradients_to(Gradients& sum, Gradients&& other) {
  torch::NoGradGuard no_grad;
  for (size_t i = 0; i < sum.size(); ++i) {
    if (!other[i].defined()) continue;
    sum[i] = sum[i].defined() ? sum[i].add_(other[i]) : other[i];
  }
}

ElementRange shard_of(int64_t size, int64_t process, int64_t processes) {
  const int64_t blocks = rounded_up(size, kElementsOfBlock) / kElementsOfBlock;
  const auto border = [&](int64_t number) {
    return std::min(size, blocks * number / processes * kElementsOfBlock);
  };
  return {border(process), border(process + 1)};
}

FlatWeights::FlatWeights(const NamedTensors& trained) {
  torch::NoGradGuard no_grad;
  int64_t size = 0;
  for (const auto& [name, weight] : trained) {
    places_.push_back({name, weight.sizes().vec(), size, weight.numel()});
    size += rounded_up(weight.numel(), kElementsOfLine);
  }
  all_ = torch::zeros({size}, trained.front().second.options().requires_grad(false));
  const NamedTensors places = views(all_);
  for (size_t i = 0; i < trained.size(); ++i) {
    places[i].second.copy_(trained[i].second);
    trained[i].second.set_data(places[i].second);
  }
}

NamedTensors FlatWeights::views(const torch::Tensor& array, const std::string& prefix) const {
  NamedTensors views;
  for (const Place& place : places_)
    views.emplace_back(prefix + place.name,
                       array.narrow(0, place.begin, place.count).view(place.shape));
  return views;
}

void FlatWeights::copy(const Gradients& gradients, ElementRange range,
                       const torch::Tensor& out) const {
  torch::NoGradGuard no_grad;
  const auto copy_one = [&](size_t i) {
    const Place& place = places_[i];
    const ElementRange part = common(range, place.begin, place.count);
    if (part.size() <= 0) return;
    const torch::Tensor& gradient = gradients[i];
    if (gradient.defined() && is_plain(gradient) && is_plain(out)) {
      std::memcpy(out.mutable_data_ptr<float>() + (part.begin - range.begin),
                  gradient.const_data_ptr<float>() + (part.begin - place.begin),
                  static_cast<size_t>(part.size()) * sizeof(float));
      return;
    }
    const torch::Tensor room = out.narrow(0, part.begin - range.begin, part.size());
    if (gradient.defined()) {
      room.copy_(gradient.reshape({-1}).narrow(0, part.begin - place.begin, part.size()));
    } else {
      room.zero_();
    }
  };
  // Fills the gaps between weights with zeros.
  int64_t end = range.begin;
  for (const Place& place : places_) {
    const ElementRange gap{end, std::min(range.end, place.begin)};
    if (gap.size() > 0) out.narrow(0, gap.begin - range.begin, gap.size()).zero_();
    end = std::max(end, place.begin + place.count);
  }
  if (end < range.end) out.narrow(0, end - range.begin, range.end - end).zero_();
  parallel_for(static_cast<int64_t>(places_.size()), 1, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) copy_one(static_cast<size_t>(i));
  });
}

}  // namespace dragoman
