#include "search/fusion_model.h"

#include "model/next_tokens.h"
#include "search/ensemble_model.h"

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
  c10::InferenceMode inference;
  auto& state = static_cast<StatesOfBoth&>(any_state);
  StepRequest whole = for_whole_distributions(request);
  whole.excluded = request.excluded;  // they have no share of the translator's probability
  const auto rows = static_cast<int64_t>(tokens.size());
  const NextTokens& next = translator_->step(*state.translation, tokens, parents, whole);
  const NextTokens& text = language_model_->step(*state.text, tokens, parents,
                                                 {.num_best = 0, .log_probabilities = true});
  const torch::Tensor sums = as_rows(next.all_log_probabilities, rows) +
                             as_rows(text.all_log_probabilities, rows) * weight_;
  const torch::Tensor attention =
      request.attention ? as_rows(next.attention, rows) : torch::Tensor();
  fill_with_log_probabilities(sums, attention, request, state.next);
  return state.next;
}

}  // namespace dragoman
