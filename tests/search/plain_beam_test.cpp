#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "catch.h"
#include "search/beam_allocation.h"
#include "search/phrase_constraints.h"
#include "toy_search.h"

namespace dragoman {
namespace {

/// A translation and its score.
using Scored = std::pair<TokenIds, double>;

/// Beam search written out: each step sorts all continuations of all prefixes.
class PlainBeam {
 public:
  PlainBeam(const ToyModel& model, const SearchTask& task, const SearchSettings& settings)
      : model_(model), task_(task), settings_(settings) {}

  std::vector<Scored> run() {
    for (int64_t length = 1; length <= task_.max_length && !is_done(); ++length) step(length);
    if (!is_done())
      for (const auto& [tokens, sum] : living_) finish(tokens, sum, task_.max_length);
    std::ranges::stable_sort(finished_, std::greater<>(), &Scored::second);
    finished_.resize(std::min(finished_.size(), static_cast<size_t>(settings_.beam)));
    return finished_;
  }

 private:
  void step(int64_t length) {
    std::vector<Scored> longer;
    const std::vector<int64_t> source(task_.source.begin(), task_.source.end());
    for (const auto& [tokens, sum] : living_) {
      const std::vector<double> next = model_.log_probabilities(source, tokens);
      for (int32_t token = 0; token < kTokens; ++token) {
        longer.emplace_back(tokens, sum + next[token]);
        longer.back().first.push_back(token);
      }
    }
    std::ranges::stable_sort(longer, std::greater<>(), &Scored::second);
    living_.clear();
    for (int64_t rank = 0; const auto& [tokens, sum] : longer) {
      const bool ends = tokens.back() == kEos;
      if (ends && rank < settings_.beam) finish({tokens.begin(), tokens.end() - 1}, sum, length);
      best_ended_ |= ends && rank == 0;
      if (!ends && std::ssize(living_) < settings_.beam) living_.emplace_back(tokens, sum);
      ++rank;
    }
  }

  double normalised(double sum, int64_t length) const {
    return settings_.length_penalty == LengthPenalty::kNone ? sum
                                                            : sum / static_cast<double>(length);
  }
  void finish(const TokenIds& tokens, double sum, int64_t length) {
    finished_.emplace_back(tokens, normalised(sum, length));
  }

  bool is_done() const {
    const int64_t count = std::ssize(finished_);
    if (settings_.beam == 1) return count > 0;
    if (settings_.stopping == Stopping::kFirst) return best_ended_ && count >= settings_.num_best;
    if (settings_.stopping == Stopping::kBeam)
      return static_cast<double>(count) >= settings_.patience * static_cast<double>(settings_.beam);
    const double most = normalised(living_.front().second, task_.max_length);
    return settings_.num_best <= std::ranges::count_if(finished_, [&](const Scored& finished) {
             return finished.second >= most;
           });
  }

  const ToyModel& model_;
  const SearchTask& task_;
  const SearchSettings& settings_;
  std::vector<Scored> living_{{}};
  std::vector<Scored> finished_;
  bool best_ended_ = false;
};

/// Checks that each step keeps the prefixes that allocate_beam() chooses.
class AllocationCheck : public SearchObserver {
 public:
  AllocationCheck(const std::vector<TokenIds>& phrases, size_t beam)
      : constraints_(phrases), beam_(beam) {}

  bool wants_candidates() const override { return true; }
  bool goes_on(const Hypothesis&) override { return true; }
  void on_candidates(const std::vector<SearchCandidate>& candidates) override {
    std::vector<PhraseProgress> progress;
    std::vector<Bid> bids;
    std::vector<size_t> kept;
    for (const SearchCandidate& candidate : candidates) {
      if (candidate.token == kEos) continue;
      if (candidate.fate == PrefixFate::kKept) kept.push_back(bids.size());
      progress.push_back(living_[candidate.parent]);
      constraints_.advance(progress.back(), candidate.token);
      bids.push_back({candidate.score, constraints_.tokens_met(progress.back())});
    }
    CHECK(kept == allocate_beam(bids, beam_));
    living_.clear();
    for (const size_t i : kept) living_.push_back(progress[i]);
    std::vector<size_t> best(kept.size());
    std::iota(best.begin(), best.end(), size_t{0});
    num_shared += kept != best;
  }

  int num_shared = 0;  // steps that do not keep the best

 private:
  PhraseConstraints constraints_;
  size_t beam_;
  std::vector<PhraseProgress> living_{constraints_.start()};
};

}  // namespace

TEST_CASE("beam search finds what it finds written out, with every rule of stopping") {
  ToyModel model(kTokens, GENERATE(21, 22, 23));
  SearchSettings settings = plain(GENERATE(1, 2, 4));
  settings.length_penalty = GENERATE(LengthPenalty::kNone, LengthPenalty::kLength);
  settings.alpha = 1;
  settings.num_best = std::min<int64_t>(settings.beam, GENERATE(1, 3));
  std::tie(settings.stopping, settings.patience) =
      GENERATE(std::pair(Stopping::kBeam, 1.0), std::pair(Stopping::kBeam, 0.5),
               std::pair(Stopping::kBeam, 2.0), std::pair(Stopping::kFirst, 1.0),
               std::pair(Stopping::kBound, 1.0));
  const auto sentences = tasks(8, 11);
  const auto found = beam_search(model, sentences, {}, settings);
  for (size_t i = 0; i < sentences.size(); ++i) {
    const std::vector<Scored> expected = PlainBeam(model, sentences[i], settings).run();
    REQUIRE(found[i].size() == expected.size());
    for (size_t rank = 0; rank < expected.size(); ++rank) {
      CHECK(found[i][rank].tokens == expected[rank].first);
      CHECK(found[i][rank].score == Approx(expected[rank].second).epsilon(1e-12));
    }
  }
}

TEST_CASE("prefixes with more and fewer tokens of the phrases share the beam") {
  ToyModel model(kTokens, 24);
  auto sentences = tasks(6, 12);
  int num_shared = 0;
  for (SearchTask& task : sentences) {
    task.phrases = {{1, 2, 3}, {5}};
    AllocationCheck check(task.phrases, 4);
    task.observer = &check;
    beam_search(model, {&task, 1}, {}, plain(4));
    num_shared += check.num_shared;
  }
  CHECK(num_shared > 6);
}

TEST_CASE("the word of a phrase is ended by the likeliest token that ends it, however unlikely") {
  ToyModel model(kTokens, 26);
  // Tokens 1 to 6 go on with a word, 7 and 8 begin another.
  WordTokens words{.begins_in_word = std::vector<bool>(kTokens, true),
                   .ends_in_word = std::vector<bool>(kTokens, true)};
  for (const int32_t token : {kEos, 7, 8})
    words.begins_in_word[token] = words.ends_in_word[token] = false;
  const SearchVocabulary vocabulary{.words = &words};
  auto sentences = tasks(40, 6);
  const TokenIds phrase{7, 3};
  for (SearchTask& task : sentences) task.phrases = {phrase};
  const auto found = beam_search(model, sentences, vocabulary, plain(1));
  int num_unlikely = 0;
  for (int32_t sentence = 0; sentence < 40; ++sentence) {
    const TokenIds& tokens = found[sentence].front().tokens;
    const bool is_last = tokens.size() >= 2 && TokenIds(tokens.end() - 2, tokens.end()) == phrase;
    REQUIRE((is_last || contains(tokens, {7, 3, 7}) || contains(tokens, {7, 3, 8})));
    for (size_t end = 2; end < tokens.size(); ++end) {
      if (tokens[end - 2] != 7 || tokens[end - 1] != 3 || tokens[end] < 7) continue;
      const auto next =
          model.log_probabilities({sentence, 5, 0}, {tokens.begin(), tokens.begin() + end});
      CHECK(next[tokens[end]] == std::max(next[7], next[8]));
      num_unlikely += next[tokens[end]] < std::ranges::max(next);
    }
  }
  CHECK(num_unlikely > 10);
}

TEST_CASE("a forced prefix begins translations with phrases, and samples") {
  ToyModel model(kTokens, 25);
  auto sentences = tasks(8, 9);
  for (SearchTask& task : sentences) task.prefix = {3, 8, 3};
  SearchSettings settings = plain(1);
  settings.samples = 4;
  auto found = sample(model, sentences, {}, settings);
  for (SearchTask& task : sentences) task.phrases = {{2, 4}};
  for (const int64_t beam : {1, 3})
    for (const auto& hypotheses : beam_search(model, sentences, {}, plain(beam))) {
      found.push_back(hypotheses);
      CHECK(contains(hypotheses.front().tokens, {2, 4}));
    }
  for (const auto& hypotheses : found) {
    REQUIRE_FALSE(hypotheses.empty());
    for (const Hypothesis& hypothesis : hypotheses)
      CHECK(TokenIds(hypothesis.tokens.begin(), hypothesis.tokens.begin() + 3) ==
            TokenIds{3, 8, 3});
  }
}

}  // namespace dragoman
