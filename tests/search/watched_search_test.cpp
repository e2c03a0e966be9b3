#include <algorithm>
#include <map>

#include "catch.h"
#include "toy_search.h"

namespace dragoman {
namespace {

using Fate = PrefixFate;

/// Tells a beam search's hypotheses from the candidates alone.
class Retelling : public SearchObserver {
 public:
  bool wants_candidates() const override { return true; }
  void on_candidates(const std::vector<SearchCandidate>& candidates) override {
    std::vector<TokenIds> kept;
    for (const SearchCandidate& candidate : candidates) {
      REQUIRE(candidate.parent < living_.size());
      TokenIds tokens = living_[candidate.parent];
      if (candidate.fate == Fate::kFinished) finished[tokens] = candidate.score;
      tokens.push_back(candidate.token);
      if (candidate.fate == Fate::kKept) kept.push_back(tokens);
    }
    living_ = kept;
    ++num_steps;
  }
  bool goes_on(const Hypothesis& path) override {
    CHECK(path.tokens == living_.front());
    return num_steps < last_step;
  }

  std::map<TokenIds, double> finished;  // their scores
  size_t num_steps = 0;
  size_t last_step = 1000;

 private:
  std::vector<TokenIds> living_{{}};
};

/// Keeps the best hypothesis so far.
struct BestSoFar : SearchObserver {
  void on_best(const Hypothesis& hypothesis) override { best = hypothesis; }
  bool goes_on(const Hypothesis&) override { return true; }

  Hypothesis best;
};

/// Sees the paths of a greedy search grow, up to a length.
class PathLength : public SearchObserver {
 public:
  explicit PathLength(int64_t most) : most_(most) {}
  bool goes_on(const Hypothesis& path) override {
    CHECK(path.length() == ++length);
    return length < most_;
  }

  int64_t length = 0;

 private:
  int64_t most_;
};

/// Lets only the first samples be drawn.
struct FirstSamples : SearchObserver {
  bool begins() override { return false; }
  bool goes_on(const Hypothesis&) override { return true; }
};

}  // namespace

TEST_CASE("the candidates of a beam search's steps retell how its hypotheses were found") {
  ToyModel model(kTokens, GENERATE(1, 2, 3, 4));
  auto sentences = tasks(6, 12);
  std::vector<Retelling> retold(sentences.size());
  for (size_t i = 0; i < sentences.size(); ++i) sentences[i].observer = &retold[i];
  SearchSettings settings;
  settings.beam = 4;
  const auto found = search(model, sentences, settings);
  for (size_t i = 0; i < sentences.size(); ++i) {
    std::ptrdiff_t num_ended = 0;
    for (const Hypothesis& hypothesis : found[i]) {
      if (!hypothesis.ended) continue;
      ++num_ended;
      REQUIRE(retold[i].finished.contains(hypothesis.tokens));
      CHECK(retold[i].finished[hypothesis.tokens] == hypothesis.score);
    }
    const auto is_good_enough = [&](const auto& finished) {
      return finished.second >= found[i].back().score;
    };
    CHECK(num_ended == std::ranges::count_if(retold[i].finished, is_good_enough));
  }
}

TEST_CASE("a watched search finds what an unwatched one finds") {
  ToyModel model(kTokens, 5);
  auto sentences = tasks(5, 10);
  const int64_t beam = GENERATE(1, 3);
  const auto unwatched = search(model, sentences, plain(beam));
  Retelling retelling;
  PathLength length(1000);
  sentences[2].observer = beam == 1 ? static_cast<SearchObserver*>(&length) : &retelling;
  const auto watched = search(model, sentences, plain(beam));
  for (size_t i = 0; i < sentences.size(); ++i)
    CHECK(watched[i].front().tokens == unwatched[i].front().tokens);
}

TEST_CASE("the best hypothesis that is seen last is the result") {
  ToyModel model(kTokens, GENERATE(1, 2, 3, 4, 5));
  auto sentences = tasks(6, 12);
  std::vector<BestSoFar> seen(sentences.size());
  for (size_t i = 0; i < sentences.size(); ++i) sentences[i].observer = &seen[i];
  SearchSettings settings;
  settings.beam = GENERATE(1, 2, 4);
  settings.length_penalty = LengthPenalty::kLength;
  const auto found = search(model, sentences, settings);
  for (size_t i = 0; i < sentences.size(); ++i)
    CHECK(seen[i].best.tokens == found[i].front().tokens);
}

TEST_CASE("the result of a prefix that ends is seen") {
  ToyModel model(kTokens, 8);
  auto sentences = tasks(1, 12);
  sentences[0].prefix = {3, 5, kEos};
  BestSoFar seen;
  sentences[0].observer = &seen;
  search(model, sentences, plain(GENERATE(1, 3)));
  CHECK(seen.best.tokens == TokenIds{3, 5});
  CHECK(seen.best.ended);
}

TEST_CASE("an observer can end its search, and others in the batch do not change") {
  ToyModel model(kTokens, 6);
  auto sentences = tasks(4, 30);
  for (SearchTask& task : sentences) task.min_length = 10;
  const auto whole = search(model, sentences, plain(3));
  const auto paths = search(model, sentences, plain(1));

  Retelling retelling;
  retelling.last_step = 3;
  sentences[1].observer = &retelling;
  const auto ended = search(model, sentences, plain(3));
  CHECK(retelling.num_steps == 3);
  CHECK(ended[1].front().tokens.size() == 3);
  PathLength length(4);
  sentences[1].observer = &length;
  const auto ended_paths = search(model, sentences, plain(1));
  CHECK(ended_paths[1].front().tokens.size() == 4);
  for (const size_t other : {0, 2, 3}) {
    CHECK(ended[other].front().tokens == whole[other].front().tokens);
    CHECK(ended_paths[other].front().tokens == paths[other].front().tokens);
  }
}

TEST_CASE("an observer can end the drawing of samples, and others in the batch do not change") {
  ToyModel model(kTokens, 7);
  auto sentences = tasks(3, 6);
  SearchSettings settings;
  settings.samples = 100;
  const auto whole = sample(model, sentences, {}, settings);
  FirstSamples first;
  sentences[1].observer = &first;
  model.rows_of_steps.clear();
  const auto ended = sample(model, sentences, {}, settings);
  CHECK(std::ranges::max(model.rows_of_steps) == 3 * 64);
  CHECK(ended[1].size() == 64);
  for (const size_t other : {0, 2}) {
    REQUIRE(ended[other].size() == 100);
    for (size_t i = 0; i < 100; ++i) {
      CHECK(ended[other][i].tokens == whole[other][i].tokens);
      CHECK(ended[other][i].score == whole[other][i].score);
    }
  }
}

}  // namespace dragoman
