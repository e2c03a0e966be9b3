#include "train/replicas.h"

#include <set>

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

/// The model's weights, trained but for those that require no gradients.
NamedTensors trained_of(const Transformer& model) {
  NamedTensors trained;
  for (const auto& [name, weight] : named_weights(*model)) {
    if (weight.requires_grad()) trained.emplace_back(name, weight);
  }
  return trained;
}

std::vector<Bucket> one_bucket(const NamedTensors& trained) {
  return {{.first = 0, .past = trained.size(), .elements = {}}};
}

struct Sums {
  Gradients gradients;
  double loss = 0;
};

/// Of batches, by so many replicas; r_drop: alpha.
Sums sum_gradients(const Transformer& model, int count, const std::vector<Batch>& batches,
                   double r_drop = 0) {
  Meters meters;
  const NamedTensors trained = trained_of(model);
  Replicas replicas(model, trained, one_bucket(trained), count, meters);
  std::vector<Gradients> gradients(batches.size());
  std::vector<double> losses(batches.size());
  replicas.for_each(static_cast<int64_t>(batches.size()), [&](Replica& replica, int64_t i) {
    const BatchTensors batch = to_device(batches[i], torch::kCPU);
    const BatchTensors passes = r_drop > 0 ? twice(batch) : batch;
    replica.model().dropout_keys().begin_pass(7);
    const torch::Tensor loss = smoothed_cross_entropy_sum(
        target_states(replica.model(), passes), replica.model().output_weight(),
        replica.model().output_bias(), passes.targets, {.smoothing = 0.1, .r_drop = r_drop});
    replica.gradients().begin_part(1, [&](size_t, Gradients all) { gradients[i] = all; });
    replica.gradients().backward(loss);
    losses[i] = loss.item<double>();
  });
  Sums sums{gradients.front(), losses.front()};
  for (size_t i = 1; i < batches.size(); ++i) {
    add_gradients_to(sums.gradients, std::move(gradients[i]));
    sums.loss += losses[i];
  }
  return sums;
}

void check_equal(const Gradients& a, const Gradients& b) {
  REQUIRE(a.size() == b.size());
  for (size_t i = 0; i < a.size(); ++i) {
    REQUIRE(a[i].defined() == b[i].defined());
    if (a[i].defined()) CHECK(torch::allclose(a[i], b[i], 1e-4, 1e-5));
  }
}

}  // namespace

TEST_CASE("parts of a batch, computed by replicas, have the gradient of the whole") {
  Transformer model = make_model(small_settings());
  model->train();
  const Sums whole = sum_gradients(model, 1, {make_rows(0, 5)});
  const std::vector<Batch> parts{make_rows(0, 2), make_rows(2, 2), make_rows(4, 1)};
  const Sums one = sum_gradients(model, 1, parts);
  CHECK(one.loss == Approx(whole.loss).epsilon(1e-5));
  check_equal(one.gradients, whole.gradients);
  for (const int count : {2, 3, 5}) {
    const Sums several = sum_gradients(model, count, parts);
    CHECK(several.loss == one.loss);
    for (size_t i = 0; i < one.gradients.size(); ++i)
      CHECK(torch::equal(several.gradients[i], one.gradients[i]));
  }
}

TEST_CASE("R-Drop compares two passes under other dropout; without dropout it is the plain loss") {
  const double dropout = GENERATE(0.0, 0.3);
  ModelSettings settings = small_settings();
  settings.dropout = dropout;
  Transformer model = make_model(settings);
  model->train();
  const std::vector<Batch> batch{make_rows(0, 5)};
  const Sums plain = sum_gradients(model, 1, batch);
  std::vector<double> losses;
  for (const double alpha : {1e-9, 5.0, 10.0}) {
    const Sums sums = sum_gradients(model, 1, batch, alpha);
    losses.push_back(sums.loss);
    if (dropout == 0) check_equal(sums.gradients, plain.gradients);
  }
  if (dropout == 0) {
    for (const double loss : losses) CHECK(loss == Approx(plain.loss).epsilon(1e-5));
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
  Meters meters;
  Replicas replicas(model, trained_of(model), one_bucket(trained_of(model)), 2, meters);
  {
    torch::NoGradGuard no_grad;
    for (const torch::Tensor& weight : model->parameters()) weight.mul_(1.5);
  }
  std::set<const TransformerImpl*> models;
  std::mutex mutex;
  while (models.size() < 2) {
    replicas.for_each(2, [&](Replica& replica, int64_t) {
      const std::lock_guard lock(mutex);
      models.insert(&replica.model());
      const auto weights = replica.model().named_parameters();
      for (const auto& weight : model->named_parameters())
        CHECK(torch::equal(weights[weight.key()], weight.value()));
      CHECK_FALSE(weights["encoder_layer_0.feed_forward.inner.bias"].requires_grad());
    });
  }
}

TEST_CASE("what goes wrong in a replica is thrown where its work is asked for") {
  Transformer model = make_model(small_settings());
  Batch broken = make_rows(2, 2);
  broken.target_input.front() = 99;  // no token
  CHECK_THROWS(sum_gradients(model, 2, {make_rows(0, 2), broken}));
}

TEST_CASE("replicas do each number once, whatever their number") {
  const int64_t count = GENERATE(0, 1, 2, 7, 1000);
  Transformer model = make_model(small_settings());
  Meters meters;
  Replicas replicas(model, trained_of(model), {}, GENERATE(1, 3), meters);
  std::vector<int> visits(static_cast<size_t>(count));
  replicas.for_each(count, [&](Replica&, int64_t i) { ++visits[static_cast<size_t>(i)]; });
  CHECK(visits == std::vector<int>(static_cast<size_t>(count), 1));
}

}  // namespace dragoman
