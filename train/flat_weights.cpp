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

/// Copies the pieces one after another to `out` on the CPU, in several threads.
void copy_here(const std::vector<torch::Tensor>& pieces, const torch::Tensor& out) {
  std::vector<int64_t> places{0};
  for (const torch::Tensor& piece : pieces) places.push_back(places.back() + piece.size(0));
  parallel_for(static_cast<int64_t>(pieces.size()), 1, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) {
      const torch::Tensor& piece = pieces[static_cast<size_t>(i)];
      auto* const to = out.mutable_data_ptr<float>() + places[static_cast<size_t>(i)];
      const auto bytes = static_cast<size_t>(piece.size(0)) * sizeof(float);
      if (is_plain(piece)) {
        std::memcpy(to, piece.const_data_ptr<float>(), bytes);
      } else {
        out.narrow(0, places[static_cast<size_t>(i)], piece.size(0)).copy_(piece);
      }
    }
  });
}

}  // namespace

void add_gradients_to(Gradients& sum, Gradients&& other) {
  torch::NoGradGuard no_grad;
  std::vector<torch::Tensor> sums, addends;
  for (size_t i = 0; i < sum.size(); ++i) {
    if (!other[i].defined()) continue;
    if (!sum[i].defined()) {
      sum[i] = other[i];
      continue;
    }
    sums.push_back(sum[i]);
    addends.push_back(other[i]);
  }
  if (!sums.empty()) at::_foreach_add_(sums, addends);  // a GPU starts one kernel for all
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

int64_t FlatWeights::end_of(const torch::Tensor& tensor) const {
  if (!tensor.is_alias_of(all_)) return 0;
  return tensor.storage_offset() + tensor.numel();
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
  std::vector<torch::Tensor> pieces;  // of the range, in order
  const auto add_zeros = [&](int64_t count) {
    if (count > 0) pieces.push_back(torch::zeros({1}, all_.options()).expand({count}));
  };
  int64_t end = range.begin;
  for (size_t i = 0; i < places_.size(); ++i) {
    const Place& place = places_[i];
    const ElementRange part = common(range, place.begin, place.count);
    if (part.size() <= 0) continue;
    add_zeros(part.begin - end);  // the gap between weights
    end = part.end;
    const torch::Tensor& gradient = gradients[i];
    if (gradient.defined()) {
      pieces.push_back(gradient.reshape({-1}).narrow(0, part.begin - place.begin, part.size()));
    } else {
      add_zeros(part.size());
    }
  }
  add_zeros(range.end - end);
  if (is_plain(out)) {
    copy_here(pieces, out);
  } else if (!pieces.empty()) {
    torch::Tensor target = out;
    torch::cat_out(target, pieces);  // a GPU starts one kernel for many pieces
  }
}

}  // namespace dragoman
