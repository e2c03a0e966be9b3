#include "translate/ensemble_model.h"

#include <cmath>

#include "catch.h"
#include "toy_search.h"

namespace dragoman {
namespace {

/// Aligns at the step that follows, and looks at all of the source alike.
class FollowingModel : public ToyModel {
 public:
  using ToyModel::ToyModel;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override {
    ToyModel::step(state, tokens, parents, request);
    for (float& weight : state.next.attention) weight = 0.5f;
    return state.next;
  }
  AlignmentStep alignment_step() const override { return AlignmentStep::kFollowing; }
};

}  // namespace

TEST_CASE("members that align at another step than the first have no share in the attention") {
  std::vector<std::unique_ptr<StepModel>> members;
  members.push_back(std::make_unique<ToyModel>(kTokens, 20));
  members.push_back(std::make_unique<FollowingModel>(kTokens, 21));
  EnsembleModel ensemble(std::move(members), {1, 3});
  CHECK(ensemble.alignment_step() == AlignmentStep::kPredicting);
  const auto first_attention = [](StepModel& model, std::optional<int64_t> layer) {
    const auto state = model.start(model.encode({.rows = 1, .length = 3, .ids = {2, 5, 0}}));
    return model
        .step(*state, std::vector<int32_t>{model.start_token()}, std::vector<int32_t>{0},
              {.num_best = 1, .attention = true, .attention_layer = layer})
        .attention;
  };
  CHECK(first_attention(ensemble, std::nullopt) == std::vector<float>{0.75f, 0, 0});
  CHECK(first_attention(ensemble, 0) == std::vector<float>{0.5625f, 0.375f, 0.375f});
}

TEST_CASE("an ensemble's probabilities are the weighted means of its members'") {
  const auto ensemble_of = [](std::vector<double> weights) {
    std::vector<std::unique_ptr<StepModel>> members;
    for (const uint64_t seed : {20, 21})
      members.push_back(std::make_unique<ToyModel>(kTokens, seed));
    return EnsembleModel(std::move(members), std::move(weights));
  };
  const auto sentences = tasks(6, 10);
  EnsembleModel ensemble = ensemble_of({1, 3});
  ToyModel a(kTokens, 20), b(kTokens, 21);
  const auto best = beam_search(ensemble, {&sentences[2], 1}, {}, plain(3))[0].front();
  TokenIds tokens = best.tokens;
  if (best.ended) tokens.push_back(kEos);
  for (size_t t = 0; t < tokens.size(); ++t) {
    const TokenIds prefix(tokens.begin(), tokens.begin() + t);
    const double mean = 0.25 * std::exp(a.log_probabilities({2, 5, 0}, prefix)[tokens[t]]) +
                        0.75 * std::exp(b.log_probabilities({2, 5, 0}, prefix)[tokens[t]]);
    CHECK(best.token_log_probabilities[t] == Approx(std::log(mean)).epsilon(1e-4));
  }
  // All weight on one member is that member.
  EnsembleModel one_sided = ensemble_of({1e-30, 1});
  const auto alone = beam_search(b, sentences, {}, plain(3));
  const auto same = beam_search(one_sided, sentences, {}, plain(3));
  for (size_t i = 0; i < sentences.size(); ++i)
    CHECK(same[i].front().tokens == alone[i].front().tokens);
  // Weights may be as large as numbers are.
  EnsembleModel large = ensemble_of({1e308, 1e308}), equal = ensemble_of({1, 1});
  const auto by_large = beam_search(large, sentences, {}, plain(3));
  const auto by_equal = beam_search(equal, sentences, {}, plain(3));
  for (size_t i = 0; i < sentences.size(); ++i)
    CHECK(by_large[i].front().log_probability == by_equal[i].front().log_probability);
}

}  // namespace dragoman
