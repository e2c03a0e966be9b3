#include "translate/fusion_model.h"

#include "translate/whole_distributions.h"

namespace dragoman {
namespace {

struct EncodedByBoth : EncodedSource {
  std::unique_ptr<EncodedSource> source, prompt;
};

struct StatesOfBoth : DecoderState {
  std::unique_ptr<DecoderState> translation, text;
};

}  // namespace

FusionModel::FusionModel(std::unique_ptr<StepModel> translator,
                         std::unique_ptr<StepModel> language_model, double weight)
    : translator_(std::move(translator)),
      language_model_(std::move(language_model)),
      weight_(weight) {}

std::unique_ptr<EncodedSource> FusionModel::encode(const SourceBatch& source) {
  auto encoded = std::make_unique<EncodedByBoth>();
  encoded->source = translator_->encode(source);
  encoded->prompt = language_model_->encode({.rows = source.rows, .length = 0, .ids = {}});
  return encoded;
}

std::unique_ptr<DecoderState> FusionModel::start(std::unique_ptr<EncodedSource> source) {
  auto& encoded = static_cast<EncodedByBoth&>(*source);
  auto state = std::make_unique<StatesOfBoth>();
  state->translation = translator_->start(std::move(encoded.source));
  state->text = language_model_->start(std::move(encoded.prompt));
  return state;
}

const NextTokens& FusionModel::step(DecoderState& any_state, std::span<const int32_t> tokens,
                                    std::span<const int32_t> parents, const StepRequest& request) {
  auto& state = static_cast<StatesOfBoth&>(any_state);
  StepRequest whole = for_whole_distributions(request);
  whole.excluded = request.excluded;  // the translator gives excluded tokens no probability
  const NextTokens& next = translator_->step(*state.translation, tokens, parents, whole);
  const NextTokens& text = language_model_->step(*state.text, tokens, parents,
                                                 {.num_best = 0, .log_probabilities = true});
  std::vector<float> sums = next.all_log_probabilities;
  const auto weight = static_cast<float>(weight_);
  for (size_t i = 0; i < sums.size(); ++i) sums[i] += text.all_log_probabilities[i] * weight;
  if (request.attention) {
    state.next.source_length = next.source_length;
    state.next.attention = next.attention;
  }
  choose_tokens(std::move(sums), next.vocabulary, Shares::kAsTheyAre, request, state.next);
  return state.next;
}

}  // namespace dragoman
