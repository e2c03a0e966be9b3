#include "translate/batch_runner.h"

#include "catch.h"
#include "toy_search.h"

namespace dragoman {
namespace {

/// Has a large vocabulary, by its start token.
class LargeModel : public ToyModel {
 public:
  LargeModel() : ToyModel(kTokens, 30) {}
  int32_t start_token() const override { return 1 << 20; }
};

class LargeEnsemble : public LargeModel {
 public:
  bool needs_distributions() const override { return true; }
};

/// Returns the number of sentences in each batch.
std::vector<size_t> batch_sizes(ToyModel& model, const std::vector<SearchTask>& tasks,
                                const SearchSettings& settings) {
  search_in_batches(model, tasks, {}, settings, {});
  return model.rows_of_steps;
}

}  // namespace

TEST_CASE("a batch has few sentences if each step computes the probabilities of all tokens") {
  const auto sentences = tasks(50, 1);
  auto with_prefix = sentences;
  with_prefix[7].prefix = {1};
  LargeModel model, other_model;
  LargeEnsemble ensemble;
  CHECK(batch_sizes(model, sentences, plain(1)) == std::vector<size_t>{50});
  CHECK(batch_sizes(other_model, with_prefix, plain(1)) == std::vector<size_t>{32, 18});
  CHECK(batch_sizes(ensemble, sentences, plain(2)) == std::vector<size_t>{16, 16, 16, 2});
}

TEST_CASE("a beam of one finds the same beside a sentence with phrases") {
  ToyModel model(kTokens, 30);
  const auto alone = tasks(30, 8);
  auto sentences = alone;
  sentences.front().phrases = {{1, 2}};
  SearchSettings settings = plain(1);
  settings.length_penalty = LengthPenalty::kLength;
  settings.stopping = GENERATE(Stopping::kBeam, Stopping::kBound);
  if (settings.stopping == Stopping::kBeam) settings.patience = 3;
  const auto expected = search_in_batches(model, alone, {}, settings, {});
  const auto found = search_in_batches(model, sentences, {}, settings, {});
  for (size_t i = 1; i < sentences.size(); ++i) {
    REQUIRE(found[i].size() == 1);
    CHECK(found[i].front().tokens == expected[i].front().tokens);
    CHECK(found[i].front().score == Approx(expected[i].front().score));
  }
}

}  // namespace dragoman
