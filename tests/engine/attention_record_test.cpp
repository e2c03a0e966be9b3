#include "engine/attention_record.h"

#include <cmath>

#include "architecture/positions.h"
#include "catch.h"
#include "engine/engine_model.h"
#include "model/attention.h"
#include "model/live_weights.h"
#include "model/transformer_stepper.h"
#include "small_models.h"

namespace dragoman {
namespace {

const std::vector<int64_t> kSource{3, 1, 4, 1, 9};
const std::vector<int32_t> kInputs{10, 5, 2, 6};  // padding first

EngineModel make_engine(Transformer& model) {
  return {model->settings(), model->sizes(), live_weights(*model), NumberFormat::kFp32};
}

/// Weights [H, T, S] of the first layer of a post-norm model, from `ids` to themselves.
torch::Tensor first_layer(Transformer& model, const std::string& layer, const torch::Tensor& ids,
                          const torch::Tensor& mask) {
  const ModelSettings& settings = model->settings();
  const auto parameters = model->named_parameters();
  const torch::Tensor positions =
      torch::tensor(sinusoidal_positions(ids.size(0), settings.width)).view({-1, settings.width});
  const torch::Tensor x =
      torch::embedding(parameters["shared_embedding"], ids) * std::sqrt(settings.width) + positions;
  const std::string name = layer + ".self_attention.query_key_value";
  const auto parts = torch::linear(x, parameters[name + ".weight"], parameters[name + ".bias"])
                         .view({ids.size(0), 3 * settings.heads, -1})
                         .transpose(0, 1)
                         .chunk(3);
  return attention_weights(parts[0], parts[1], mask);
}

/// Heads and keys of a query, where `expected` is [H, T, S], of which it sees the first keys.
void check_query(const std::vector<float>& weights, const torch::Tensor& expected, int64_t query,
                 int64_t keys) {
  const int64_t heads = expected.size(0);
  REQUIRE(static_cast<int64_t>(weights.size()) == heads * keys);
  for (int64_t head = 0; head < heads; ++head) {
    for (int64_t key = 0; key < keys; ++key)
      CHECK(weights[head * keys + key] ==
            Approx(expected[head][query][key].item<float>()).margin(1e-6));
  }
}

float mean_of_heads(const std::vector<float>& weights, int64_t heads, int64_t key) {
  const auto keys = static_cast<int64_t>(weights.size()) / heads;
  float sum = 0;
  for (int64_t head = 0; head < heads; ++head) sum += weights[head * keys + key];
  return sum / static_cast<float>(heads);
}

}  // namespace

TEST_CASE("the record of attention holds what each query weighs, by heads") {
  Transformer model = random_model(small_settings());
  const AttentionRecord record = make_engine(model).attention(kSource, kInputs);
  REQUIRE(record.encoder.size() == 2);
  REQUIRE(record.decoder.size() == 3);
  REQUIRE(record.cross.size() == 3);

  const torch::Tensor source = torch::tensor(kSource),
                      inputs = torch::tensor(std::vector<int64_t>{kInputs.begin(), kInputs.end()});
  const torch::Tensor encoder = first_layer(model, "encoder_layer_0", source, {});
  REQUIRE(record.encoder[0].size() == kSource.size());
  for (int64_t t = 0; t < source.size(0); ++t)
    check_query(record.encoder[0][t], encoder, t, source.size(0));
  const torch::Tensor decoder = first_layer(model, "decoder_layer_0", inputs,
                                            causal_mask(inputs.size(0), torch::Device("cpu")));
  REQUIRE(record.decoder[0].size() == kInputs.size());
  for (int64_t t = 0; t < inputs.size(0); ++t) check_query(record.decoder[0][t], decoder, t, t + 1);

  TransformerStepper stepper(model);
  for (int64_t layer = 0; layer < 3; ++layer) {
    const auto state = stepper.start(stepper.encode({.rows = 1, .length = 5, .ids = kSource}));
    for (size_t t = 0; t < kInputs.size(); ++t) {
      const NextTokens& next = stepper.step(*state, {&kInputs[t], 1}, std::vector<int32_t>{0},
                                            {.attention = true, .attention_layer = layer});
      for (int64_t key = 0; key < 5; ++key)
        CHECK(mean_of_heads(record.cross[layer][t], 4, key) ==
              Approx(next.attention[key]).margin(1e-6));
    }
  }
}

TEST_CASE("a step's attention is that of the heads that align, unless a layer is named") {
  ModelSettings settings = small_settings();
  settings.alignment_heads = GENERATE(0, 1, 2);
  settings.alignment_layer = settings.alignment_heads == 0 ? 0 : GENERATE(0, 1);
  const bool guided = settings.alignment_heads > 0;
  const size_t layer = !guided ? 1 : settings.alignment_layer == 1 ? 0 : 2;
  const int64_t count = guided ? settings.alignment_heads : 4;
  Transformer model = random_model(settings);
  EngineModel engine = make_engine(model);
  const AttentionRecord record = engine.attention(kSource, kInputs);
  TransformerStepper stepper(model);
  for (StepModel* one : {static_cast<StepModel*>(&engine), static_cast<StepModel*>(&stepper)}) {
    const auto state = one->start(one->encode({.rows = 1, .length = 5, .ids = kSource}));
    for (size_t t = 0; t < kInputs.size(); ++t) {
      const NextTokens& next =
          one->step(*state, {&kInputs[t], 1}, std::vector<int32_t>{0}, {.attention = true});
      for (int64_t key = 0; key < 5; ++key) {
        float sum = 0;
        for (int64_t head = 0; head < count; ++head) sum += record.cross[layer][t][head * 5 + key];
        CHECK(next.attention[key] == Approx(sum / static_cast<float>(count)).margin(1e-6));
      }
    }
  }
}

TEST_CASE("a language model's record is of what it reads, from the first token on") {
  ModelSettings settings = small_settings();
  settings.architecture = Architecture::kLanguageModel;
  Transformer model = random_model(settings);
  const AttentionRecord record = make_engine(model).attention({}, kInputs);
  CHECK(record.encoder.empty());
  CHECK(record.cross.empty());
  REQUIRE(record.decoder.size() == 3);
  const torch::Tensor inputs = torch::tensor(std::vector<int64_t>{kInputs.begin(), kInputs.end()});
  const torch::Tensor expected = first_layer(model, "decoder_layer_0", inputs,
                                             causal_mask(inputs.size(0), torch::Device("cpu")));
  for (int64_t t = 0; t < inputs.size(0); ++t)
    check_query(record.decoder[0][t], expected, t, t + 1);
}

}  // namespace dragoman
