#include "translate/batch_runner.h"

#include <mutex>
#include <set>

#include "catch.h"
#include "threads/thread_count.h"
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

/// Notes how many sentences each batch has, and how many threads compute it.
class NotingModel : public ToyModel {
 public:
  NotingModel() : ToyModel(kTokens, 30) {}

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    batches.insert({source.rows, thread_count()});
    return ToyModel::encode(source);
  }
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override {
    const std::lock_guard<std::mutex> lock(mutex_);
    return ToyModel::step(state, tokens, parents, request);
  }

  std::multiset<std::pair<int64_t, int>> batches;

 private:
  std::mutex mutex_;
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
  CHECK(batch_sizes(other_model, with_prefix, plain(1)) == std::vector<size_t>{21, 29});
  CHECK(batch_sizes(ensemble, sentences, plain(2)) == std::vector<size_t>{13, 13, 13, 11});
}

TEST_CASE("sentences are shared out among threads if there are enough") {
  using Batches = std::multiset<std::pair<int64_t, int>>;
  const auto batches = [](int32_t sentences, int threads, int64_t beam = 1, int64_t most = 0) {
    NotingModel model;
    SearchSettings settings = plain(beam);
    settings.batch_tokens = most;
    search_in_batches(model, tasks(sentences, 1), {}, settings,
                      {.count = 0, .threads = threads, .batch_tokens = 1024});
    return model.batches;
  };
  // A sentence has three tokens.
  CHECK(batches(50, 4) == Batches{{50, 4}});
  CHECK(batches(200, 4) == Batches{{100, 2}, {100, 2}});
  CHECK(batches(200, 3) == Batches{{66, 1}, {67, 1}, {67, 1}});
  CHECK(batches(1000, 4) == Batches{{250, 1}, {250, 1}, {250, 1}, {250, 1}});
  CHECK(batches(1000, 1) == Batches{{332, 1}, {334, 1}, {334, 1}});
  CHECK(batches(100, 1, 16) == Batches{{50, 1}, {50, 1}});
  CHECK(batches(40, 1, 16, 90) == Batches{{20, 1}, {20, 1}});
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
