#include "catch.h"
#include "model/language_model_stepper.h"
#include "small_models.h"
#include "torch_weights.h"

namespace dragoman {
namespace {

constexpr int64_t kTokens = 13;

ModelSettings language_model_settings() {
  ModelSettings settings = small_settings();
  settings.architecture = Architecture::kLanguageModel;
  return settings;
}

Transformer make_language_model(const ModelSettings& settings) {
  return random_model(settings, {kTokens, kTokens});
}

/// [T, V - 1] of one sequence.
torch::Tensor logits_of(Transformer& model, const std::vector<int64_t>& tokens) {
  torch::NoGradGuard no_grad;
  return model->logits(model->decode(torch::tensor(tokens).unsqueeze(0), {}))[0];
}

}  // namespace

TEST_CASE("a language model equals torch's encoder layers under a causal mask") {
  const ModelSettings settings = language_model_settings();
  Transformer model = make_language_model(settings);
  torch::NoGradGuard no_grad;
  const torch::Tensor ids = torch::tensor({{12, 3, 4, 5}, {7, 7, 0, 1}});
  torch::Tensor x = model->embed_target(ids, 0).transpose(0, 1);
  for (const DecoderLayer& layer : model->decoder_layers()) {
    torch::nn::TransformerEncoderLayer theirs(
        torch::nn::TransformerEncoderLayerOptions(settings.width, settings.heads)
            .dim_feedforward(settings.feed_forward)
            .dropout(0));
    copy_common_parts(theirs, layer->named_parameters());
    copy_weight_and_bias(theirs->norm2, layer->named_parameters(), "feed_forward_residual.norm");
    x = theirs(x, torch::nn::TransformerImpl::generate_square_subsequent_mask(4));
  }
  const torch::Tensor hidden = model->decode(ids, {});
  CHECK((hidden - x.transpose(0, 1)).abs().max().item<double>() < 1e-5);
}

TEST_CASE("a later token does not change what a language model said before it") {
  torch::manual_seed(1);
  ModelSettings settings = language_model_settings();
  settings.norm = GENERATE(NormPosition::kPost, NormPosition::kPre);
  settings.positions = GENERATE(Positions::kSinusoidal, Positions::kLearned);
  Transformer model = make_language_model(settings);
  const torch::Tensor a = logits_of(model, {12, 1, 2, 3}), b = logits_of(model, {12, 1, 2, 9});
  CHECK((a - b).narrow(0, 0, 3).abs().max().item<double>() < 1e-5);
  CHECK((a - b)[3].abs().max().item<double>() > 1e-3);
}

TEST_CASE("a language model continues prompts of different lengths as if each were alone") {
  Transformer model = make_language_model(language_model_settings());
  LanguageModelStepper stepper(model);
  const int32_t pad = stepper.start_token();
  // A prompt, the beginning of a line, nothing at all.
  const SourceBatch prompts{.rows = 3, .length = 3, .ids = {3, 4, 5, pad, 7, pad, pad, pad, pad}};
  const auto state = stepper.start(stepper.encode(prompts));
  const StepRequest request{.num_best = 1, .log_probabilities = true};
  const auto check = [&](const std::vector<std::vector<int64_t>>& contexts) {
    for (size_t row = 0; row < contexts.size(); ++row) {
      const auto expected = torch::log_softmax(logits_of(model, contexts[row])[-1], -1);
      for (int64_t token = 0; token < kTokens - 1; ++token)
        CHECK(state->next.distribution(row)[token] ==
              Approx(expected[token].item<double>()).margin(1e-4));
    }
  };
  stepper.step(*state, std::vector{pad, pad, pad}, std::vector{0, 1, 2}, request);
  check({{3, 4, 5}, {pad, 7}, {pad}});
  stepper.step(*state, std::vector{1, 2, 8}, std::vector{2, 0, 0}, request);
  check({{pad, 1}, {3, 4, 5, 2}, {3, 4, 5, 8}});
}

}  // namespace dragoman
