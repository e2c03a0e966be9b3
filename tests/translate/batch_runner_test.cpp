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

/// Counts the steps of a beam search.
struct StepCount : SearchObserver {
  bool goes_on(const Hypothesis&) override { return true; }
  void on_candidates(const std::vector<SearchCandidate>&) override { ++num_steps; }
  bool wants_candidates() const override { return true; }

  size_t num_steps = 0;
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

TEST_CASE("a beam of one finds the same beside a sentence with phrases or watched candidates") {
  ToyModel model(kTokens, 30);
  const auto alone = tasks(30, 8);
  auto sentences = alone;
  StepCount steps;
  const bool has_phrases = GENERATE(true, false);
  if (has_phrases)
    sentences.front().phrases = {{1, 2}};
  else
    sentences.front().observer = &steps;
  SearchSettings settings = plain(1);
  settings.length_penalty = LengthPenalty::kLength;
  settings.stopping = GENERATE(Stopping::kBeam, Stopping::kBound);
  if (settings.stopping == Stopping::kBeam) settings.patience = 3;
  const auto expected = search_in_batches(model, alone, {}, settings, {});
  const auto found = search_in_batches(model, sentences, {}, settings, {});
  CHECK((steps.num_steps == 0) == has_phrases);
  for (size_t i = has_phrases ? 1 : 0; i < sentences.size(); ++i) {
    REQUIRE(found[i].size() == 1);
    CHECK(found[i].front().tokens == expected[i].front().tokens);
    CHECK(found[i].front().score == Approx(expected[i].front().score));
  }
}

}  // namespace dragoman
