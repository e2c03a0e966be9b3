#include "translate/ensemble_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "kernels/kernels.h"
#include "threads/parallel_for.h"
#include "translate/whole_distributions.h"

namespace dragoman {
namespace {

struct EncodedByAll : EncodedSource {
  std::vector<std::unique_ptr<EncodedSource>> sources;
};

struct StatesOfAll : DecoderState {
  std::vector<std::unique_ptr<DecoderState>> states;
};

/// Adds `weight` times a member's probabilities to `sums` [rows, V], both as logarithms.
void add_distributions(const NextTokens& next, double weight, std::vector<float>& sums) {
  const std::vector<float>& added = next.all_log_probabilities;
  sums.resize(added.size(), -std::numeric_limits<float>::infinity());
  const auto grain = int64_t{1} << 14;
  parallel_for(static_cast<int64_t>(added.size()), grain, [&](int64_t first, int64_t last) {
    chosen_kernels().decoding.log_add_exp(added.data() + first,
                                          static_cast<float>(std::log(weight)), last - first,
                                          sums.data() + first);
  });
}

void add_attention(const NextTokens& next, double weight, NextTokens& mean) {
  mean.source_length = next.source_length;
  mean.attention.resize(next.attention.size());
  for (size_t i = 0; i < mean.attention.size(); ++i)
    mean.attention[i] += next.attention[i] * static_cast<float>(weight);
}

std::vector<double> shares_of(std::vector<double> weights) {
  // Dividing by a power of two is exact, and keeps the sum finite.
  int exponent = 0;
  std::frexp(*std::max_element(weights.begin(), weights.end()), &exponent);
  for (double& weight : weights) weight = std::ldexp(weight, -exponent);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& weight : weights) weight /= total;
  return weights;
}

}  // namespace

EnsembleModel::EnsembleModel(std::vector<std::unique_ptr<StepModel>> members,
                             std::vector<double> weights)
    : members_(std::move(members)), weights_(shares_of(std::move(weights))) {}

int64_t EnsembleModel::num_layers() const {
  int64_t fewest = members_.front()->num_layers();
  for (const auto& member : members_) fewest = std::min(fewest, member->num_layers());
  return fewest;
}

std::vector<double> EnsembleModel::weights_of_attention(const StepRequest& request) const {
  const auto is_other = [&](const auto& member) {
    return member->alignment_step() != alignment_step();
  };
  if (request.attention_layer || std::none_of(members_.begin(), members_.end(), is_other))
    return weights_;
  std::vector<double> weights = weights_;
  for (size_t i = 0; i < members_.size(); ++i)
    if (is_other(members_[i])) weights[i] = 0;
  return shares_of(std::move(weights));
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
  auto& state = static_cast<StatesOfAll&>(any_state);
  const StepRequest whole = for_whole_distributions(request);
  std::vector<float> log_probabilities;
  int64_t vocabulary = 0;
  state.next.attention.clear();
  const std::vector<double> attention_weights = weights_of_attention(request);
  for (size_t i = 0; i < members_.size(); ++i) {
    const NextTokens& next = members_[i]->step(*state.states[i], tokens, parents, whole);
    vocabulary = next.vocabulary;
    add_distributions(next, weights_[i], log_probabilities);
    if (request.attention) add_attention(next, attention_weights[i], state.next);
  }
  choose_tokens(std::move(log_probabilities), vocabulary, Shares::kOfWhatIsAllowed, request,
                state.next);
  return state.next;
}

}  // namespace dragoman
