#include "train/replicas.h"

#include "catch.h"
#include "small_models.h"
#include "train/batch_tensors.h"
#include "train/loss.h"

namespace dragoman {
namespace {

constexpr int32_t kPad = 10;

/// Pairs of up to five tokens.
Batch make_rows(int32_t first, int32_t count) {
  std::vector<Example> examples;
  for (int32_t i = first; i < first + count; ++i) {
    examples.push_back({{1 + i, 2, 0}, {3, 4 + i % 3, 5 + i, 0}});
    examples.back().source.resize(2 + i % 2, 0);
  }
  return make_batch(examples, {kPad, kPad});
}

/// The loss of an update of 20 target tokens; r_drop: alpha.
AddGradients smoothed_loss(double r_drop = 0) {
  return [r_drop](const Part& part) {
    const BatchTensors batch = to_device(part.batch, torch::kCPU);
    const BatchTensors passes = r_drop > 0 ? twice(batch) : batch;
    part.model.dropout_keys().begin_pass(part.dropout_key);
    const torch::Tensor loss = smoothed_cross_entropy_sum(
        target_states(part.model, passes), part.model.output_weight(), part.model.output_bias(),
        passes.targets, {.smoothing = 0.1, .r_drop = r_drop});
    (loss / 20).backward();
    return loss.detach();
  };
}

double sum_gradients(Replicas& replicas, const std::vector<Batch>& parts, double r_drop = 0) {
  Meters meters;
  return replicas.sum_gradients(parts, /*dropout_key=*/7, meters, smoothed_loss(r_drop))
      .item<double>();
}

std::vector<torch::Tensor> take_gradients(Transformer& model) {
  std::vector<torch::Tensor> gradients;
  for (const torch::Tensor& weight : model->parameters()) {
    gradients.push_back(weight.grad());
    weight.mutable_grad() = torch::Tensor();
  }
  return gradients;
}

void check_equal(const std::vector<torch::Tensor>& a, const std::vector<torch::Tensor>& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].defined() == b[i].defined());
    if (a[i].defined()) CHECK(torch::allclose(a[i], b[i], 1e-4, 1e-6));
  }
}

}  // namespace

TEST_CASE("parts of a batch, computed at the same time, have the gradient of the whole") {
  Transformer model = make_model(small_settings());
  model->train();
  Replicas one(model, 1);
  const double whole = sum_gradients(one, {make_rows(0, 5)});
  const auto expected = take_gradients(model);
  for (const int64_t count : {2, 3}) {
    Replicas several(model, count);
    const std::vector<Batch> parts{make_rows(0, 2), make_rows(2, 2), make_rows(4, 1)};
    const double sum = sum_gradients(several, parts);
    CHECK(sum == Approx(whole).epsilon(1e-5));
    check_equal(take_gradients(model), expected);
  }
}

TEST_CASE("R-Drop compares two passes under other dropout; without dropout it is the plain loss") {
  const double dropout = GENERATE(0.0, 0.3);
  ModelSettings settings = small_settings();
  settings.dropout = dropout;
  Transformer model = make_model(settings);
  model->train();
  Replicas one(model, 1);
  const std::vector<Batch> batch{make_rows(0, 5)};
  const double plain = sum_gradients(one, batch);
  const auto expected = take_gradients(model);
  std::vector<double> losses;
  for (const double alpha : {1e-9, 5.0, 10.0}) {
    losses.push_back(sum_gradients(one, batch, alpha));
    const auto gradients = take_gradients(model);
    if (dropout == 0) check_equal(gradients, expected);
  }
  if (dropout == 0) {
    for (const double loss : losses) CHECK(loss == Approx(plain).epsilon(1e-5));
  } else {
    CHECK(losses[1] > losses[0]);
    CHECK(losses[2] - losses[0] == Approx(2 * (losses[1] - losses[0])).epsilon(1e-3));
  }
}

TEST_CASE("replicas follow the model's weights, and leave frozen ones without a gradient") {
  Transformer model = make_model(small_settings());
  model->train();
  const torch::Tensor frozen = model->named_parameters()["encoder_layer_0.feed_forward.inner.bias"];
  frozen.set_requires_grad(false);
  Replicas one(model, 1), two(model, 2);
  {
    torch::NoGradGuard no_grad;
    for (const torch::Tensor& weight : model->parameters()) weight.mul_(1.5);
  }
  const std::vector<Batch> parts{make_rows(0, 2), make_rows(2, 3)};
  sum_gradients(one, parts);
  const auto expected = take_gradients(model);
  sum_gradients(two, parts);
  CHECK_FALSE(frozen.grad().defined());
  check_equal(take_gradients(model), expected);
}

TEST_CASE("what goes wrong in a replica is thrown where gradients are asked for") {
  Transformer model = make_model(small_settings());
  Replicas two(model, 2);
  Batch broken = make_rows(2, 2);
  broken.target_input.front() = 99;  // no token
  CHECK_THROWS(sum_gradients(two, {make_rows(0, 2), broken}));
}

TEST_CASE("replicas divide a range among them") {
  const int64_t count = GENERATE(0, 1, 2, 7, 1000);
  const Transformer model = make_model(small_settings());
  Replicas replicas(model, GENERATE(1, 3));
  std::vector<int> visits(static_cast<size_t>(count));
  replicas.for_range(count, [&](int64_t begin, int64_t end) {
    for (auto i = begin; i < end; ++i) ++visits[static_cast<size_t>(i)];
  });
  CHECK(visits == std::vector<int>(static_cast<size_t>(count), 1));
  CHECK_THROWS_AS(
      replicas.for_range(9, [](int64_t, int64_t) { throw std::runtime_error("a part fails"); }),
      std::runtime_error);
}

}  // namespace dragoman
