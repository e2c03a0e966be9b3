#include "train/alignment_loss.h"

#include <torch/nn/functional/loss.h>

#include "catch.h"
#include "small_models.h"

namespace dragoman {
namespace {

constexpr int32_t kPad = 10;

/// Three pairs of unlike lengths, one of which has no links.
Batch aligned_batch() {
  const std::vector<Example> examples{{{1, 2, 3, 0}, {4, 5, 0}, -1, {{0, 1}, {2, 1}, {1, 0}}},
                                      {{6, 0}, {7, 8, 9, 0}},
                                      {{6, 7, 0}, {8, 0}, -1, {{0, 0}, {1, 0}}}};
  return make_batch(examples, {kPad, kPad});
}

/// For each target token that has links their distribution [.., S], and its place in [B, T].
struct Distributions {
  torch::Tensor targets, places;
};

Distributions distributions_of(const Batch& batch) {
  torch::Tensor all = torch::zeros({batch.rows * batch.target_length, batch.source_length});
  for (size_t i = 0; i < batch.links.targets.size(); ++i)
    all[batch.links.targets[i]][batch.links.sources[i]] += batch.links.weights[i];
  const torch::Tensor places = (all.sum(1) > 0).nonzero().flatten();
  return {all.index_select(0, places), places};
}

ModelSettings guided_settings(int64_t layer) {
  ModelSettings settings = small_settings();
  settings.width = 32;
  settings.heads = 4;
  settings.alignment_heads = 2;
  settings.alignment_layer = layer;
  return settings;
}

}  // namespace

TEST_CASE("the alignment loss is torch's cross entropy with the links' distribution") {
  torch::manual_seed(1);
  const Batch batch = aligned_batch();
  const int64_t heads = GENERATE(1, 3);
  const torch::Tensor scores =
      torch::randn({batch.rows, heads, batch.target_length, batch.source_length}).requires_grad_();
  const auto step = GENERATE(AlignmentStep::kPredicting, AlignmentStep::kFollowing);
  const torch::Tensor loss =
      alignment_loss_sum(torch::log_softmax(scores, -1), to_device(batch, torch::kCPU).links, step);
  const auto [targets, tokens] = distributions_of(batch);
  const torch::Tensor places = tokens + (step == AlignmentStep::kFollowing ? 1 : 0);
  torch::Tensor expected = torch::zeros({});
  for (int64_t head = 0; head < heads; ++head) {
    expected =
        expected + torch::nn::functional::cross_entropy(
                       scores.select(1, head).flatten(0, 1).index_select(0, places), targets,
                       torch::nn::functional::CrossEntropyFuncOptions().reduction(torch::kSum));
  }
  expected = expected / heads;
  CHECK(loss.item<double>() == Approx(expected.item<double>()).epsilon(1e-5));
  CHECK(torch::allclose(torch::autograd::grad({loss}, {scores})[0],
                        torch::autograd::grad({expected}, {scores})[0], 1e-4, 1e-6));
}

TEST_CASE("two passes have the mean of their alignment losses") {
  torch::manual_seed(2);
  const Batch batch = aligned_batch();
  const BatchTensors once = to_device(batch, torch::kCPU);
  const torch::Tensor scores = torch::log_softmax(
      torch::randn({2 * batch.rows, 1, batch.target_length, batch.source_length}), -1);
  const auto passes = scores.chunk(2);
  const auto step = AlignmentStep::kPredicting;
  const double mean = (alignment_loss_sum(passes[0], once.links, step).item<double>() +
                       alignment_loss_sum(passes[1], once.links, step).item<double>()) /
                      2;
  CHECK(alignment_loss_sum(scores, twice(once).links, step).item<double>() ==
        Approx(mean).epsilon(1e-6));
}

TEST_CASE("guided attention is that of the heads and of the layer, packed or padded") {
  const int64_t layer = GENERATE(0, 1, 3);
  Transformer model = random_model(guided_settings(layer));
  model->train(GENERATE(false, true));
  const BatchTensors batch = to_device(aligned_batch(), torch::kCPU);
  torch::Tensor padded, packed;
  model->decode(batch.target_input, model->encode(batch.source), &padded);
  model->decode(batch.target_input, model->encode(batch.source, SourceRows::kPacked), &packed);
  REQUIRE(padded.sizes() == at::IntArrayRef{3, 2, 4, 4});
  CHECK(torch::allclose(padded.exp(), packed.exp(), 1e-4, 1e-6));
  // The stepwise path computes all heads of a layer, by other operations.
  model->eval();
  const EncoderOutput source = model->encode(batch.source);
  const int64_t index = layer == 0 ? 2 : layer - 1;
  std::vector<KeyValues> past(3), memory;
  for (DecoderLayer& one : model->decoder_layers())
    memory.push_back(one->project_memory(source.states));
  for (int64_t t = 0; t < 4; ++t) {
    torch::Tensor x = model->embed_target(batch.target_input.narrow(1, t, 1), t), weights;
    for (int64_t i = 0; i < 3; ++i)
      x = model->decoder_layers()[i]->step(x, past[i], memory[i], source.mask.keys,
                                           i == index ? &weights : nullptr);
    CHECK(torch::allclose(padded.select(2, t).exp(), weights.select(2, 0).narrow(1, 0, 2), 1e-4,
                          1e-5));
  }
}

TEST_CASE("asking for guided attention changes neither states nor their gradients") {
  Transformer model = random_model(guided_settings(2));
  model->train();
  const BatchTensors batch = to_device(aligned_batch(), torch::kCPU);
  const auto run = [&](torch::Tensor* guided) {
    model->zero_grad();
    const torch::Tensor states = target_states(*model, batch, {}, guided);
    states.pow(2).sum().backward();
    std::vector<torch::Tensor> results{states.detach()};
    for (const torch::Tensor& weight : model->parameters())
      results.push_back(weight.grad().clone());
    return results;
  };
  torch::Tensor guided;
  const auto with = run(&guided), without = run(nullptr);
  for (size_t i = 0; i < with.size(); ++i) CHECK(torch::equal(with[i], without[i]));
}

}  // namespace dragoman
