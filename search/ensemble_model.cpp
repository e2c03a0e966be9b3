#include "search/ensemble_model.h"

#include <cmath>
#include <numeric>

#include "model/next_tokens.h"

namespace dragoman {
namespace {

struct EncodedByAll : EncodedSource {
  std::vector<std::unique_ptr<EncodedSource>> sources;
};

struct StatesOfAll : DecoderState {
  std::vector<std::unique_ptr<DecoderState>> states;
};

}  // namespace

EnsembleModel::EnsembleModel(std::vector<std::unique_ptr<StepModel>> members,
                             std::vector<double> weights)
    : members_(std::move(members)), weights_(std::move(weights)) {
  const double total = std::accumulate(weights_.begin(), weights_.end(), 0.0);
  for (double& weight : weights_) weight /= total;
}

int64_t EnsembleModel::num_layers() const {
  int64_t fewest = members_.front()->num_layers();
  for (const auto& member : members_) fewest = std::min(fewest, member->num_layers());
  return fewest;
}

std::unique_ptr<EncodedSource> EnsembleModel::encode(const SourceBatch& source) {
  auto encoded = std::make_unique<EncodedByAll>();
  for (const auto& member : members_) encoded->sources.push_back(member->encode(source));
  return encoded;
}

std::unique_ptr<DecoderState> EnsembleModel::start(std::unique_ptr<EncodedSource> source) {
  auto state = std::make_unique<StatesOfAll>();
  auto& sources = static_cast<EncodedByAll&>(*source).sources;
  for (size_t i = 0; i < members_.size(); ++i)
    state->states.push_back(members_[i]->start(std::move(sources[i])));
  return state;
}

const NextTokens& EnsembleModel::step(DecoderState& any_state, std::span<const int32_t> tokens,
                                      std::span<const int32_t> parents,
                                      const StepRequest& request) {
  c10::InferenceMode inference;
  auto& state = static_cast<StatesOfAll&>(any_state);
  const StepRequest whole = for_whole_distributions(request);
  const auto rows = static_cast<int64_t>(tokens.size());
  torch::Tensor log_probabilities, attention;
  for (size_t i = 0; i < members_.size(); ++i) {
    const NextTokens& next = members_[i]->step(*state.states[i], tokens, parents, whole);
    const auto weighted = as_rows(next.all_log_probabilities, rows) + std::log(weights_[i]);
    log_probabilities = i == 0 ? weighted : torch::logaddexp(log_probabilities, weighted);
    if (!request.attention) continue;
    const auto share = as_rows(next.attention, rows) * weights_[i];
    attention = i == 0 ? share : attention + share;
  }
  fill_next_tokens(log_probabilities, attention, request, state.next);
  return state.next;
}

}  // namespace dragoman
