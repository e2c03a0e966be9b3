#include "model/fused_residual.h"

#include "catch.h"
#include "model/dropout.h"

namespace dragoman {
namespace {

struct Weights {
  torch::Tensor scale, shift;
};

torch::Tensor fused_sum(const ResidualSum& sum, const Weights& weights) {
  return weights.scale.defined() ? fused_normalized_sum(sum, {weights.scale, weights.shift, 1e-5})
                                 : fused_residual_sum(sum);
}

torch::Tensor plain_sum(const ResidualSum& sum, const Weights& weights) {
  const torch::Tensor added = sum.x + keyed_dropout(sum.y, sum.dropout, sum.key);
  if (!weights.scale.defined()) return added;
  return torch::layer_norm(added, {added.size(-1)}, weights.scale, weights.shift, 1e-5);
}

/// The output, and the gradients of a random loss.
template <class Formula>
std::vector<torch::Tensor> results(const Formula& formula, ResidualSum sum, Weights weights) {
  std::vector<torch::Tensor*> inputs{&sum.x, &sum.y};
  if (weights.scale.defined()) inputs.insert(inputs.end(), {&weights.scale, &weights.shift});
  for (torch::Tensor* input : inputs) *input = input->detach().clone().requires_grad_();
  std::vector<torch::Tensor> found{formula(sum, weights)};
  torch::manual_seed(5);
  (found[0] * torch::randn_like(found[0])).sum().backward();
  for (const torch::Tensor* input : inputs) found.push_back(input->grad());
  return found;
}

void check_fused(const ResidualSum& sum, const Weights& weights) {
  REQUIRE(can_fuse_residual(sum.x));
  const auto ours = results(fused_sum, sum, weights), theirs = results(plain_sum, sum, weights);
  REQUIRE(ours.size() == theirs.size());
  for (size_t i = 0; i < ours.size(); ++i)
    CHECK(torch::allclose(ours[i], theirs[i], /*rtol=*/1e-4, /*atol=*/1e-4));
}

ResidualSum random_sum(int64_t width, double dropout) {
  return {.x = torch::randn({3, 50, width}),
          .y = torch::randn({3, 50, width}),
          .dropout = dropout,
          .key = 11};
}

}  // namespace

TEST_CASE("a fused residual sum equals the plain operations, output and gradients") {
  torch::manual_seed(1);
  const int64_t width = GENERATE(8, 24, 128);
  const ResidualSum sum = random_sum(width, GENERATE(0.0, 0.3));
  check_fused(sum, {});
  check_fused(sum, {torch::randn({width}), torch::randn({width})});
}

TEST_CASE("a fused residual sum takes what is added in bf16, too") {
  torch::manual_seed(3);
  ResidualSum sum = random_sum(64, 0.2);
  const Weights weights{torch::randn({64}), torch::randn({64})};
  const torch::Tensor coarse = sum.y.to(torch::kBFloat16);
  sum.y = coarse.to(torch::kFloat32);
  auto expected = results(fused_sum, sum, weights);
  expected[2] = expected[2].to(torch::kBFloat16);  // the gradient of y
  sum.y = coarse;
  REQUIRE(can_fuse_residual(sum.x));
  const auto found = results(fused_sum, sum, weights);
  for (size_t i = 0; i < found.size(); ++i) CHECK(torch::equal(found[i], expected[i]));
}

TEST_CASE("a branch of normalised input equals the plain operations, outputs and gradients") {
  torch::manual_seed(4);
  const int64_t width = GENERATE(8, 24, 128);
  const std::vector<torch::Tensor> inputs{torch::randn({3, 50, width}).requires_grad_(),
                                          torch::randn({width}).requires_grad_(),
                                          torch::randn({width}).requires_grad_()};
  const torch::Tensor &x = inputs[0], &scale = inputs[1], &shift = inputs[2];
  const torch::Tensor direct = torch::randn_like(x), normal = torch::randn_like(x);
  const NormalizedBranch branch = fused_normalized_branch(x, {scale, shift, 1e-5});
  CHECK(torch::equal(branch.x, x));
  const torch::Tensor norm = torch::layer_norm(x, {width}, scale, shift, 1e-5);
  CHECK(torch::allclose(branch.normalized, norm, 1e-4, 1e-4));
  const auto found =
      torch::autograd::grad({(branch.x * direct + branch.normalized * normal).sum()}, inputs);
  const auto expected = torch::autograd::grad({(x * direct + norm * normal).sum()}, inputs);
  for (size_t i = 0; i < inputs.size(); ++i)
    CHECK(torch::allclose(found[i], expected[i], /*rtol=*/1e-4, /*atol=*/1e-4));
}

TEST_CASE("a fused residual sum gives the same bits by any number of threads") {
  torch::manual_seed(2);
  const ResidualSum sum = random_sum(64, 0.2);
  const Weights weights{torch::randn({64}), torch::randn({64})};
  const auto expected = results(fused_sum, sum, weights);
  const int threads = at::get_num_threads();
  at::set_num_threads(1);
  const auto found = results(fused_sum, sum, weights);
  at::set_num_threads(threads);
  for (size_t i = 0; i < found.size(); ++i) CHECK(torch::equal(found[i], expected[i]));
}

}  // namespace dragoman
