#include "translate/ensemble_model.h"

#include <cmath>

#include "catch.h"
#include "toy_search.h"

namespace dragoman {

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
}

}  // namespace dragoman
