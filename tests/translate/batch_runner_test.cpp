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

}  // namespace dragoman
