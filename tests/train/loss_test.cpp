#include "train/loss.h"

#include <torch/nn/functional/loss.h>

#include <optional>

#include "catch.h"
#include "model/compute_path.h"

namespace dragoman {

TEST_CASE("the loss equals torch's label-smoothed cross entropy, value and gradients") {
  torch::manual_seed(1);
  const int64_t rows = GENERATE(1, 37, 600);
  std::optional<OperationsOnly> as_elsewhere;
  if (GENERATE(false, true)) as_elsewhere.emplace();
  const OwnProducts own(GENERATE(false, true));
  const double smoothing = GENERATE(0.0, 0.1);
  const torch::Tensor hidden = torch::randn({rows, 8}).requires_grad_(),
                      weight = torch::randn({21, 8}).requires_grad_();
  const bool has_bias = GENERATE(false, true);
  const torch::Tensor bias = has_bias ? torch::randn({21}).requires_grad_() : torch::Tensor();
  const torch::Tensor targets = torch::randint(21, {rows});
  const torch::Tensor loss =
      smoothed_cross_entropy_sum(hidden, weight, bias, targets, {.smoothing = smoothing});
  (loss * 0.25).backward();

  const torch::Tensor their_hidden = hidden.detach().clone().requires_grad_(),
                      their_weight = weight.detach().clone().requires_grad_();
  const torch::Tensor their_bias =
      has_bias ? bias.detach().clone().requires_grad_() : torch::Tensor();
  const auto options = torch::nn::functional::CrossEntropyFuncOptions()
                           .reduction(torch::kSum)
                           .label_smoothing(smoothing);
  const torch::Tensor expected = torch::nn::functional::cross_entropy(
      torch::linear(their_hidden, their_weight, their_bias), targets, options);
  (expected * 0.25).backward();

  CHECK(loss.item<double>() == Approx(expected.item<double>()).epsilon(1e-5));
  CHECK(torch::allclose(hidden.grad(), their_hidden.grad(), 1e-4, 1e-5));
  CHECK(torch::allclose(weight.grad(), their_weight.grad(), 1e-4, 1e-4));
  if (has_bias) CHECK(torch::allclose(bias.grad(), their_bias.grad(), 1e-4, 1e-4));
  const LossSums sums = evaluate_loss(hidden.detach(), weight.detach(),
                                      has_bias ? bias.detach() : bias, targets, smoothing);
  CHECK(sums.loss == Approx(expected.item<double>()).epsilon(1e-5));
}

TEST_CASE("R-Drop's loss equals its formula in torch's terms, value and gradients") {
  torch::manual_seed(3);
  const int64_t rows = GENERATE(1, 37, 300);
  const double alpha = 5, smoothing = 0.1;
  std::optional<OperationsOnly> as_elsewhere;
  if (GENERATE(false, true)) as_elsewhere.emplace();
  const OwnProducts own(GENERATE(false, true));
  const torch::Dtype products = GENERATE(torch::kFloat32, torch::kFloat64);
  const torch::Tensor hidden = torch::randn({2 * rows, 8}).requires_grad_(),
                      weight = torch::randn({21, 8}).requires_grad_(),
                      bias = torch::randn({21}).requires_grad_();
  const torch::Tensor targets = torch::randint(21, {rows});
  const std::vector<torch::Tensor> inputs{hidden, weight, bias};
  const torch::Tensor loss =
      smoothed_cross_entropy_sum(hidden, weight, bias, targets,
                                 {.smoothing = smoothing, .r_drop = alpha, .products = products});
  const auto gradients = torch::autograd::grad({loss}, inputs);

  namespace functional = torch::nn::functional;
  const torch::Tensor logits = torch::linear(hidden, weight, bias);
  const torch::Tensor entropy = functional::cross_entropy(
      logits, targets.repeat({2}),
      functional::CrossEntropyFuncOptions().reduction(torch::kSum).label_smoothing(smoothing));
  const auto log_p = torch::log_softmax(logits, -1).chunk(2);
  const auto divergence = [&](int of, int from) {
    return functional::kl_div(
        log_p[from], log_p[of],
        functional::KLDivFuncOptions().reduction(torch::kSum).log_target(true));
  };
  const torch::Tensor expected = (entropy + alpha / 2 * (divergence(0, 1) + divergence(1, 0))) / 2;
  const auto expected_gradients = torch::autograd::grad({expected}, inputs);

  CHECK(loss.item<double>() == Approx(expected.item<double>()).epsilon(1e-5));
  for (size_t i = 0; i < inputs.size(); ++i)
    CHECK(torch::allclose(gradients[i], expected_gradients[i], 1e-3, 1e-3));
}

TEST_CASE("products in bf16 give the loss and its gradients, but for rounding") {
  torch::manual_seed(4);
  const double r_drop = GENERATE(0.0, 5.0);
  const int64_t rows = 300;
  const torch::Tensor hidden = torch::randn({r_drop > 0 ? 2 * rows : rows, 8}).requires_grad_(),
                      weight = torch::randn({21, 8}).requires_grad_(),
                      bias = torch::randn({21}).requires_grad_();
  const torch::Tensor targets = torch::randint(21, {rows});
  const std::vector<torch::Tensor> inputs{hidden, weight, bias};
  const auto results = [&](torch::Dtype products) {
    const torch::Tensor loss = smoothed_cross_entropy_sum(
        hidden, weight, bias, targets, {.smoothing = 0.1, .r_drop = r_drop, .products = products});
    auto found = torch::autograd::grad({loss}, inputs);
    found.push_back(loss.detach());
    return found;
  };
  const auto exact = results(torch::kFloat32), rounded = results(torch::kBFloat16);
  for (size_t i = 0; i < exact.size(); ++i) {
    CHECK(rounded[i].scalar_type() == torch::kFloat32);
    CHECK((rounded[i] - exact[i]).norm().item<double>() < 0.01 * exact[i].norm().item<double>());
  }
}

TEST_CASE("the loss in many chunks of rows is that in one, by kernels and by operations") {
  torch::manual_seed(5);
  const bool by_operations = GENERATE(false, true);
  std::optional<OperationsOnly> as_elsewhere;
  if (by_operations) as_elsewhere.emplace();
  const int64_t rows = 1100, vocabulary = 10000;  // on CPUs, five chunks
  const torch::Tensor hidden = torch::randn({rows, 4}).requires_grad_(),
                      weight = torch::randn({vocabulary, 4}).requires_grad_(),
                      targets = torch::randint(vocabulary, {rows});
  const torch::Tensor loss =
      smoothed_cross_entropy_sum(hidden, weight, {}, targets, {.smoothing = 0.1});
  const auto gradients = torch::autograd::grad({loss}, {hidden, weight});
  const auto options =
      torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum).label_smoothing(0.1);
  const torch::Tensor expected =
      torch::nn::functional::cross_entropy(torch::linear(hidden, weight), targets, options);
  const auto theirs = torch::autograd::grad({expected}, {hidden, weight});
  CHECK(loss.item<double>() == Approx(expected.item<double>()).epsilon(1e-5));
  CHECK(torch::allclose(gradients[0], theirs[0], 1e-3, 1e-4));
  CHECK(torch::allclose(gradients[1], theirs[1], 1e-3, 1e-4));
}

TEST_CASE("logits that would overflow exp do no harm") {
  const torch::Tensor hidden = torch::full({2, 1}, 300.0).requires_grad_(),
                      weight = torch::tensor({{1.0f}, {-1.0f}, {0.5f}});
  const torch::Tensor loss =
      smoothed_cross_entropy_sum(hidden, weight, {}, torch::tensor({0, 2}), {.smoothing = 0.1});
  CHECK(std::isfinite(loss.item<double>()));
  CHECK(loss.item<double>() == Approx(150.0 * 0.9 + 0.1 / 3 * 2 * (600 + 150)).epsilon(1e-5));
}

TEST_CASE("a loss above the range of fp32 is infinite") {
  const torch::Tensor hidden = torch::full({4, 1}, 1e38).requires_grad_(),
                      weight = torch::tensor({{1.0f}, {-1.0f}});
  const torch::Tensor loss =
      smoothed_cross_entropy_sum(hidden, weight, {}, torch::ones({4}, torch::kLong), {});
  CHECK(std::isinf(loss.item<double>()));
}

TEST_CASE("negative log-likelihood is that of the targets, without smoothing") {
  torch::manual_seed(2);
  const torch::Tensor hidden = torch::randn({9, 4}), weight = torch::randn({5, 4}),
                      targets = torch::randint(5, {9});
  const torch::Tensor expected = torch::nll_loss(
      torch::log_softmax(torch::linear(hidden, weight), -1), targets, {}, at::Reduction::Sum);
  CHECK(evaluate_loss(hidden, weight, {}, targets, 0.1).negative_log_likelihood ==
        Approx(expected.item<double>()).epsilon(1e-5));
}

}  // namespace dragoman
