#include "train/adam.h"

#include <torch/optim.h>

#include <numeric>
#include <optional>

#include "catch.h"
#include "model/compute_path.h"
#include "threads/thread_count.h"
#include "train/flat_weights.h"

namespace dragoman {
namespace {

/// Three updates with gradients from a seed, by any optimiser.
template <class Step>
void three_updates(const torch::Tensor& weights, const Step& step) {
  torch::manual_seed(4);
  for (int i = 0; i < 3; ++i) step(torch::randn_like(weights).detach());
}

torch::Tensor make_weights(int64_t size = 2007) {
  torch::manual_seed(3);
  return torch::randn({size});
}

TrainSettings settings_of(OptimizerType type) {
  TrainSettings settings;
  settings.optimizer = type;
  settings.weight_decay = 0.01;
  return settings;
}

double norm_of(const torch::Tensor& gradient) {
  const torch::Tensor squares = squares_of_blocks(gradient);
  const auto* first = squares.const_data_ptr<double>();
  return std::sqrt(std::accumulate(first, first + squares.size(0), 0.0));
}

}  // namespace

TEST_CASE("Adam and AdamW equal torch's own") {
  const OptimizerType type = GENERATE(OptimizerType::kAdam, OptimizerType::kAdamW);
  std::optional<OperationsOnly> fused;  // LibTorch's fused operations
  if (GENERATE(false, true)) fused.emplace();
  const torch::Tensor ours = make_weights();
  Adam adam(ours, settings_of(type));
  three_updates(ours, [&](const torch::Tensor& gradient) { adam.step(gradient, 0.01); });
  std::vector<torch::Tensor> theirs{make_weights().requires_grad_()};
  const auto check = [&](auto&& reference) {
    three_updates(ours, [&](const torch::Tensor& gradient) {
      theirs[0].mutable_grad() = gradient;
      reference.step();
    });
    CHECK(torch::allclose(ours, theirs[0], 1e-5, 1e-6));
  };
  if (type == OptimizerType::kAdam) {
    check(torch::optim::Adam(
        theirs, torch::optim::AdamOptions(0.01).betas({0.9, 0.98}).eps(1e-9).weight_decay(0.01)));
  } else {
    check(torch::optim::AdamW(
        theirs, torch::optim::AdamWOptions(0.01).betas({0.9, 0.98}).eps(1e-9).weight_decay(0.01)));
  }
}

TEST_CASE("an optimiser goes on from its state as if it had not stopped") {
  const torch::Tensor straight = make_weights(), resumed = make_weights();
  Adam first(straight, settings_of(OptimizerType::kAdam));
  const auto update = [](Adam& adam) {
    return [&adam](const torch::Tensor& gradient) { adam.step(gradient, 0.01); };
  };
  three_updates(straight, update(first));
  Adam second(resumed, settings_of(OptimizerType::kAdam));
  resumed.copy_(straight);
  second.means().copy_(first.means());
  second.squares().copy_(first.squares());
  second.updates().copy_(first.updates());
  three_updates(straight, update(first));
  three_updates(resumed, update(second));
  CHECK(torch::equal(straight, resumed));
}

TEST_CASE("an update depends neither on the number of threads nor on who owns which blocks") {
  const int64_t size = 3 * kElementsOfBlock + 100;
  const torch::Tensor one = make_weights(size), several = make_weights(size);
  Adam whole(one, settings_of(OptimizerType::kAdam));
  std::vector<double> norms;
  three_updates(one, [&](const torch::Tensor& gradient) {
    const ThreadCount threads(1);
    norms.push_back(norm_of(gradient));
    whole.step(gradient, 0.01);
  });
  std::vector<Adam> shards;
  std::vector<ElementRange> ranges;
  for (int64_t begin = 0; begin < size; begin += 2 * kElementsOfBlock) {
    ranges.push_back({begin, std::min(size, begin + 2 * kElementsOfBlock)});
    shards.emplace_back(several.narrow(0, begin, ranges.back().size()),
                        settings_of(OptimizerType::kAdam));
  }
  size_t update = 0;
  three_updates(several, [&](const torch::Tensor& gradient) {
    const ThreadCount threads(3);
    CHECK(norm_of(gradient) == norms[update++]);
    for (size_t i = 0; i < shards.size(); ++i)
      shards[i].step(gradient.narrow(0, ranges[i].begin, ranges[i].size()), 0.01);
  });
  CHECK(torch::equal(one, several));
}

TEST_CASE("the squares of a gradient's blocks are the same by kernels and by operations") {
  const int64_t size = GENERATE(int64_t{1}, kElementsOfBlock, 3 * kElementsOfBlock + 100);
  const torch::Tensor gradient = make_weights(size);
  const torch::Tensor by_kernels = squares_of_blocks(gradient);
  const OperationsOnly operations_only;
  CHECK(torch::allclose(squares_of_blocks(gradient), by_kernels, 1e-6));
}

TEST_CASE("gradients are scaled down to a norm, and only when theirs is larger") {
  const double norm = norm_of(torch::full({2000}, 3.0));
  CHECK(norm == Approx(std::sqrt(2000 * 9.0)));
  CHECK(clip_scale(norm, 1000.0) == 1.0);
  CHECK(clip_scale(norm, 1.0) == Approx(1.0 / norm));
  CHECK(clip_scale(norm, 0.0) == 1.0);
}

TEST_CASE("an update with a scale is that of scaled gradients") {
  const OptimizerType type = GENERATE(OptimizerType::kAdam, OptimizerType::kAdamW);
  const torch::Tensor ours = make_weights(), theirs = make_weights();
  Adam first(ours, settings_of(type)), second(theirs, settings_of(type));
  three_updates(ours, [&](const torch::Tensor& gradient) { first.step(gradient, 0.01, 0.25); });
  three_updates(theirs, [&](const torch::Tensor& gradient) { second.step(gradient * 0.25, 0.01); });
  CHECK(torch::equal(ours, theirs));
}

}  // namespace dragoman
