#include "train/adam.h"

#include <torch/optim.h>

#include "catch.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Three updates of two parameters with gradients from the seed, by any optimiser.
template <class Step>
void three_updates(std::vector<torch::Tensor>& parameters, Step&& step) {
  torch::manual_seed(4);
  for (int i = 0; i < 3; ++i) {
    for (torch::Tensor& parameter : parameters)
      parameter.mutable_grad() = torch::randn_like(parameter).detach();
    step();
  }
}

Gradients gradients_of(const std::vector<torch::Tensor>& parameters) {
  Gradients gradients;
  for (const torch::Tensor& parameter : parameters) gradients.push_back(parameter.grad());
  return gradients;
}

std::vector<torch::Tensor> make_parameters() {
  torch::manual_seed(3);
  return {torch::randn({40, 50}).requires_grad_(), torch::randn({7}).requires_grad_()};
}

TrainSettings settings_of(OptimizerType type) {
  TrainSettings settings;
  settings.optimizer = type;
  settings.weight_decay = 0.01;
  return settings;
}

}  // namespace

TEST_CASE("Adam and AdamW equal torch's own") {
  const OptimizerType type = GENERATE(OptimizerType::kAdam, OptimizerType::kAdamW);
  std::vector<torch::Tensor> ours = make_parameters(), theirs = make_parameters();
  Adam adam({{"a", ours[0]}, {"b", ours[1]}}, settings_of(type));
  three_updates(ours, [&] { adam.step(gradients_of(ours), 0.01); });
  if (type == OptimizerType::kAdam) {
    torch::optim::Adam reference(
        theirs, torch::optim::AdamOptions(0.01).betas({0.9, 0.98}).eps(1e-9).weight_decay(0.01));
    three_updates(theirs, [&] { reference.step(); });
  } else {
    torch::optim::AdamW reference(
        theirs, torch::optim::AdamWOptions(0.01).betas({0.9, 0.98}).eps(1e-9).weight_decay(0.01));
    three_updates(theirs, [&] { reference.step(); });
  }
  for (size_t i = 0; i < 2; ++i) CHECK(torch::allclose(ours[i], theirs[i], 1e-5, 1e-6));
}

TEST_CASE("an optimiser goes on from its state as if it had not stopped") {
  std::vector<torch::Tensor> straight = make_parameters(), resumed = make_parameters();
  Adam first({{"a", straight[0]}, {"b", straight[1]}}, settings_of(OptimizerType::kAdam));
  three_updates(straight, [&] { first.step(gradients_of(straight), 0.01); });
  Adam second({{"a", resumed[0]}, {"b", resumed[1]}}, settings_of(OptimizerType::kAdam));
  const NamedTensors state = first.state();
  {
    torch::NoGradGuard no_grad;
    for (size_t i = 0; i < 2; ++i) resumed[i].copy_(straight[i]);
    for (auto& [name, tensor] : second.state()) {
      for (const auto& [saved_name, saved] : state) {
        if (name == saved_name) tensor.copy_(saved);
      }
    }
  }
  second.adopt_state();
  three_updates(straight, [&] { first.step(gradients_of(straight), 0.01); });
  three_updates(resumed, [&] { second.step(gradients_of(resumed), 0.01); });
  for (size_t i = 0; i < 2; ++i) CHECK(torch::equal(straight[i], resumed[i]));
}

TEST_CASE("an update does not depend on the number of threads") {
  std::vector<torch::Tensor> one{torch::randn({300, 100}).requires_grad_()},
      several{one[0].detach().clone().requires_grad_()};
  Adam first({{"a", one[0]}}, settings_of(OptimizerType::kAdam)),
      second({{"a", several[0]}}, settings_of(OptimizerType::kAdam));
  std::vector<double> norms;
  three_updates(one, [&] {
    const ThreadCount threads(1);
    norms.push_back(first.norm(gradients_of(one)));
    first.step(gradients_of(one), 0.01);
  });
  three_updates(several, [&] {
    const ThreadCount threads(3);
    norms.push_back(second.norm(gradients_of(several)));
    second.step(gradients_of(several), 0.01);
  });
  for (size_t i = 0; i < 3; ++i) CHECK(norms[i] == norms[i + 3]);
  CHECK(torch::equal(one[0], several[0]));
}

TEST_CASE("what has no gradient is updated as with one of zero") {
  std::vector<torch::Tensor> zero = make_parameters(), none = make_parameters();
  Adam first({{"a", zero[0]}, {"b", zero[1]}}, settings_of(OptimizerType::kAdamW)),
      second({{"a", none[0]}, {"b", none[1]}}, settings_of(OptimizerType::kAdamW));
  first.step({torch::ones({40, 50}), torch::zeros({7})}, 0.01);
  second.step({torch::ones({40, 50}), torch::Tensor()}, 0.01);
  for (size_t i = 0; i < 2; ++i) CHECK(torch::equal(zero[i], none[i]));
}

TEST_CASE("gradients are scaled down to a norm, and only when theirs is larger") {
  std::vector<torch::Tensor> parameters = make_parameters();
  const Adam adam({{"a", parameters[0]}, {"b", parameters[1]}}, settings_of(OptimizerType::kAdam));
  const double norm = adam.norm({torch::full({40, 50}, 3.0), torch::full({7}, -2.0)});
  CHECK(norm == Approx(std::sqrt(2000 * 9.0 + 7 * 4.0)));
  CHECK(clip_scale(norm, 1000.0) == 1.0);
  CHECK(clip_scale(norm, 1.0) == Approx(1.0 / norm));
  CHECK(clip_scale(norm, 0.0) == 1.0);
}

TEST_CASE("an update with a scale is that of scaled gradients") {
  const OptimizerType type = GENERATE(OptimizerType::kAdam, OptimizerType::kAdamW);
  std::vector<torch::Tensor> ours = make_parameters(), theirs = make_parameters();
  Adam first({{"a", ours[0]}, {"b", ours[1]}}, settings_of(type)),
      second({{"a", theirs[0]}, {"b", theirs[1]}}, settings_of(type));
  three_updates(ours, [&] { first.step(gradients_of(ours), 0.01, 0.25); });
  three_updates(theirs, [&] {
    for (torch::Tensor& parameter : theirs) parameter.mutable_grad() *= 0.25;
    second.step(gradients_of(theirs), 0.01);
  });
  for (size_t i = 0; i < 2; ++i) CHECK(torch::equal(ours[i], theirs[i]));
}

}  // namespace dragoman
