#include "model/device.h"
#include "catch.h"
#include "model/transformer_stepper.h"
#include "small_models.h"
#include "test_device.h"

// The network on the device that DRAGOMAN_TEST_DEVICE names.
namespace dragoman {
namespace {

c10::Device place() { return parse_device(test_device()); }

/// A model that fused operations can compute, with random weights; the same in each call.
Transformer model_on(c10::Device device, NormPosition norm, Positions positions) {
  torch::manual_seed(7);
  ModelSettings settings = small_settings();
  settings.width = 32;
  settings.heads = 2;
  settings.norm = norm;
  settings.positions = positions;
  Transformer model = random_model(settings);
  model->to(device);
  return model;
}

/// The decoder's states [B, T, D] of a batch with padding, and the gradients of all weights, on the
/// CPU in double precision.
std::vector<torch::Tensor> states_and_gradients(Transformer model, c10::Device device) {
  const torch::Tensor source = torch::tensor({{3, 4, 5, 0, 10}, {3, 4, 5, 6, 0}});  // on the CPU
  const torch::Tensor target = torch::tensor({{10, 6, 7}, {10, 8, 9}}).to(device);
  const torch::Tensor states = model->decode(target, model->encode(source));
  torch::log_softmax(model->logits(states), -1).pow(2).sum().backward();
  std::vector<torch::Tensor> results{states.detach()};
  for (const torch::Tensor& weight : model->parameters()) results.push_back(weight.grad());
  for (torch::Tensor& result : results) result = result.to(torch::kCPU, torch::kFloat64);
  return results;
}

/// The best next tokens of two sentences after a token each.
NextTokens next_tokens(Transformer model) {
  TransformerStepper stepper(std::move(model));
  const auto state =
      stepper.start(stepper.encode({.rows = 2, .length = 4, .ids = {3, 4, 5, 0, 6, 0, 10, 10}}));
  const int32_t start = stepper.start_token();
  stepper.step(*state, std::vector{start, start}, std::vector{0, 1}, StepRequest{.num_best = 4});
  return stepper.step(*state, std::vector{1, 2, 3, 4}, std::vector{0, 0, 1, 1},
                      StepRequest{.num_best = 4});
}

}  // namespace

TEST_CASE("processes of one machine take turns at its GPUs, unless one is named") {
  CHECK(parse_device("cpu", 3, 2) == c10::Device("cpu"));
  CHECK(parse_device("cuda", 0, 2) == c10::Device("cuda:0"));
  CHECK(parse_device("cuda", 1, 2) == c10::Device("cuda:1"));
  CHECK(parse_device("cuda", 3, 2) == c10::Device("cuda:1"));
  CHECK(parse_device("cuda", 1, 1) == c10::Device("cuda:0"));  // as srun may show them
  CHECK(parse_device("cuda:0", 1, 2) == c10::Device("cuda:0"));
  for (const std::string text : {"cuda:2", "cuda:99999999999", "cuda:", "cuda:x", "gpu", "", "CPU"})
    CHECK_THROWS_AS(parse_device(text, 0, 2), std::invalid_argument);
  CHECK_THROWS_WITH(parse_device("cuda", 0, 0), ContainsSubstring("sees 0 GPUs; choose cpu"));
}

TEST_CASE("states and gradients on the device are those of double precision on the CPU") {
  const auto norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  const auto positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  Transformer exact = model_on(torch::kCPU, norm, positions);
  exact->to(torch::kFloat64);
  const auto found = states_and_gradients(model_on(place(), norm, positions), place());
  const auto expected = states_and_gradients(exact, torch::kCPU);
  REQUIRE(found.size() == expected.size());
  for (size_t i = 0; i < found.size(); ++i) {
    const double distance = (found[i] - expected[i]).norm().item<double>();
    // TF32, which GPUs may take for products, has 11 bits.
    CHECK(distance <= 2e-3 * (1e-3 + expected[i].norm().item<double>()));
  }
}

TEST_CASE("next tokens on the device are the CPU's, in order") {
  const auto norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  const NextTokens found = next_tokens(model_on(place(), norm, Positions::kSinusoidal)),
                   expected = next_tokens(model_on(torch::kCPU, norm, Positions::kSinusoidal));
  REQUIRE(found.num_best == 4);
  CHECK(found.tokens == expected.tokens);
  REQUIRE(found.log_probabilities.size() == expected.log_probabilities.size());
  for (size_t i = 0; i < found.log_probabilities.size(); ++i)
    CHECK(found.log_probabilities[i] == Approx(expected.log_probabilities[i]).margin(5e-3));
}

}  // namespace dragoman
