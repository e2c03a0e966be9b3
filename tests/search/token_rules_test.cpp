#include "search/token_rules.h"

#include <functional>
#include <limits>
#include <set>

#include "catch.h"
#include "toy_search.h"

namespace dragoman {
namespace {

/// Has the tokens 1 and 3 alone, as a sentence with a shortlist, and end of sentence.
class ShortlistedModel : public ToyModel {
 public:
  using ToyModel::ToyModel;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override {
    StepRequest all = request;
    all.num_best = kTokens;
    ToyModel::step(state, tokens, parents, all);
    NextTokens& next = state.next;
    const NextTokens whole = next;
    next.num_best = request.num_best;
    next.tokens.assign(tokens.size() * next.num_best, 0);
    next.log_probabilities.assign(tokens.size() * next.num_best, kNever);
    for (size_t row = 0; row < tokens.size(); ++row) {
      int64_t found = 0;
      for (int64_t i = 0; i < whole.num_best && found < next.num_best; ++i) {
        const int32_t token = whole.tokens[row * whole.num_best + i];
        if (!has(token)) continue;
        next.tokens[row * next.num_best + found] = token;
        next.log_probabilities[row * next.num_best + found++] =
            whole.log_probabilities[row * whole.num_best + i];
      }
    }
    for (size_t i = 0; i < next.all_log_probabilities.size(); ++i)
      if (!has(static_cast<int32_t>(i % kTokens))) next.all_log_probabilities[i] = kNever;
    return next;
  }

 private:
  static constexpr float kNever = -std::numeric_limits<float>::infinity();
  static bool has(int32_t token) { return token == kEos || token == 1 || token == 3; }
};

/// Gives all tokens as the best, however many are asked for, and remembers that number.
class GenerousModel : public ToyModel {
 public:
  using ToyModel::ToyModel;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override {
    most = std::max(most, request.num_best);
    StepRequest all = request;
    all.num_best = kTokens;
    return ToyModel::step(state, tokens, parents, all);
  }
  int64_t most = 0;
};

}  // namespace

TEST_CASE("rules against repetition ask for as many tokens as they need, and no more") {
  SearchSettings settings = plain(GENERATE(1, 2, 4));
  settings.no_repeat_ngram = GENERATE(0, 1, 2, 3);
  settings.repetition_penalty = GENERATE(1.0, 1.5, 20.0);
  for (const uint64_t seed : {5, 6, 7, 8}) {
    ToyModel model(kTokens, seed);
    GenerousModel generous(kTokens, seed);
    auto sentences = tasks(6, 40);
    for (SearchTask& task : sentences) {
      task.min_length = 3 + 5 * task.source[0];
      if (task.source[0] % 2 == 1) task.prompt = {1, 3, 2, 1};
    }
    const auto found = search(model, sentences, settings);
    const auto expected = search(generous, sentences, settings);
    for (size_t i = 0; i < found.size(); ++i) {
      REQUIRE(found[i].size() == expected[i].size());
      for (size_t n = 0; n < found[i].size(); ++n) {
        CHECK(found[i][n].tokens == expected[i][n].tokens);
        CHECK(found[i][n].score == expected[i][n].score);
      }
    }
    CHECK(generous.most <= settings.beam + 1 + kTokens);
  }
}

TEST_CASE("log-probabilities are the model's, whatever the options") {
  ToyModel model(kTokens, 5);
  SearchSettings settings = plain(GENERATE(1, 4));
  settings.repetition_penalty = GENERATE(1.0, 3.0);
  settings.no_repeat_ngram = 2;
  const auto sentences = tasks(8, 12);
  const auto found = search(model, sentences, settings);
  for (size_t i = 0; i < found.size(); ++i) {
    for (const Hypothesis& hypothesis : found[i]) {
      CHECK(hypothesis.log_probability ==
            Approx(recomputed(model, sentences[i], hypothesis)).epsilon(1e-6));
      CHECK(hypothesis.length() ==
            static_cast<int64_t>(hypothesis.tokens.size()) + hypothesis.ended);
    }
  }
}

TEST_CASE("translations have their shortest and longest lengths") {
  ToyModel model(kTokens, 8);
  const SearchSettings settings = plain(GENERATE(1, 4));
  auto sentences = tasks(20, 7);
  for (SearchTask& task : sentences) task.min_length = 5;
  for (const auto& hypotheses : search(model, sentences, settings)) {
    REQUIRE_FALSE(hypotheses.empty());
    for (const Hypothesis& hypothesis : hypotheses) {
      CHECK(hypothesis.length() >= 5);
      CHECK(hypothesis.length() <= 7);
    }
  }
}

TEST_CASE("suppressed tokens are never generated, even if all others are") {
  ToyModel model(4, 9);
  const SearchVocabulary vocabulary{
      .eos = kEos, .source_padding = 99, .suppressed = GENERATE(TokenIds{2}, TokenIds{1, 2, 3})};
  for (const auto& hypotheses : search(model, tasks(20, 6), plain(GENERATE(1, 3)), vocabulary)) {
    REQUIRE_FALSE(hypotheses.empty());
    for (const Hypothesis& hypothesis : hypotheses) {
      for (const int32_t token : vocabulary.suppressed)
        CHECK_FALSE(contains(hypothesis.tokens, {token}));
    }
  }
}

TEST_CASE(
    "probabilities are those among tokens that are not suppressed, but of forced ones their own") {
  ToyModel model(5, 9);
  const SearchVocabulary vocabulary{.eos = kEos, .source_padding = 99, .suppressed = {2, 4}};
  auto sentences = tasks(6, 6);
  for (SearchTask& task : sentences) task.prefix = {2};
  const auto found = search(model, sentences, plain(GENERATE(1, 3)), vocabulary);
  for (int32_t sentence = 0; sentence < 6; ++sentence) {
    for (const Hypothesis& hypothesis : found[sentence]) {
      TokenIds tokens = hypothesis.tokens;
      if (hypothesis.ended) tokens.push_back(kEos);
      for (size_t i = 0; i < tokens.size(); ++i) {
        const auto own =
            model.log_probabilities({sentence, 5, 0}, {tokens.begin(), tokens.begin() + i});
        const double left = 1 - std::exp(own[2]) - std::exp(own[4]);
        const double expected = i == 0 ? own[2] : own[tokens[i]] - std::log(left);
        CHECK(hypothesis.token_log_probabilities[i] == Approx(expected).epsilon(1e-5));
      }
    }
  }
}

TEST_CASE("tokens that a sentence does not have are never generated, even if all others are used") {
  ShortlistedModel model(kTokens, 9);
  SearchSettings settings = plain(GENERATE(1, 3, 10));
  settings.no_repeat_ngram = 1;
  auto sentences = tasks(4, 6);
  for (SearchTask& task : sentences) task.min_length = 5;
  auto found = search(model, sentences, settings);
  if (settings.beam == 1) {
    settings.samples = 2;
    for (auto& drawn : sample(model, sentences, {}, settings)) found.push_back(std::move(drawn));
  }
  for (const auto& hypotheses : found) {
    REQUIRE_FALSE(hypotheses.empty());
    for (const Hypothesis& hypothesis : hypotheses) {
      CHECK(hypothesis.length() == 2);
      for (const int32_t token : hypothesis.tokens) CHECK((token == 1 || token == 3));
      CHECK(std::isfinite(hypothesis.score));
    }
  }
}

TEST_CASE("with nothing left to say, there still is a translation") {
  ToyModel model(3, 9);
  const SearchVocabulary nothing{.eos = kEos, .source_padding = 99, .suppressed = {0, 1, 2}};
  const auto found = search(model, tasks(3, 6), plain(GENERATE(1, 3)), nothing);
  for (const auto& hypotheses : found) {
    REQUIRE(hypotheses.size() == 1);
    CHECK(hypotheses.front().tokens.empty());
    CHECK(std::isfinite(hypotheses.front().score));
  }
}

TEST_CASE("with nothing left to say, greedy search gives the score of a beam of 1") {
  ToyModel model(3, 9);
  const SearchVocabulary nothing{.eos = kEos, .source_padding = 99, .suppressed = {0, 1, 2}};
  SearchSettings settings = plain(1);
  settings.coverage_penalty = 0.5;
  const auto expected = beam_search(model, tasks(3, 6), nothing, settings);
  const auto found = search(model, tasks(3, 6), settings, nothing);
  for (size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].front().score < 0);
    CHECK(found[i].front().score == expected[i].front().score);
  }
}

TEST_CASE("a forced prefix begins the translation, and the rest is the best after it") {
  ToyModel model(kTokens, 10);
  const SearchSettings settings = plain(GENERATE(1, 60));
  auto sentences = tasks(3, 4);
  sentences[0].prefix = {3, 8};
  sentences[1].prefix = {4};
  const auto found = search(model, sentences, settings);
  CHECK(found[0].front().tokens.at(0) == 3);
  CHECK(found[0].front().tokens.at(1) == 8);
  CHECK(found[1].front().tokens.at(0) == 4);
  CHECK(found[2].front().tokens == search(model, {sentences[2]}, settings)[0].front().tokens);
  if (settings.beam == 1) return;
  // The best of all that begin with 4 and have up to four tokens.
  double best = -1e9;
  const std::function<void(TokenIds, double)> extend = [&](const TokenIds& prefix, double sum) {
    if (prefix.size() == 4) return void(best = std::max(best, sum));
    const auto next = model.log_probabilities({1, 5, 0}, prefix);
    best = std::max(best, sum + next[kEos]);
    for (int32_t token = 1; token < kTokens; ++token) {
      TokenIds longer = prefix;
      longer.push_back(token);
      extend(longer, sum + next[token]);
    }
  };
  extend({4}, model.log_probabilities({1, 5, 0}, {})[4]);
  CHECK(found[1].front().log_probability == Approx(best).epsilon(1e-6));
}

TEST_CASE("a prefix that ends is all there is: the search scores it") {
  ToyModel model(kTokens, 11);
  auto sentences = tasks(2, 12);
  sentences[0].prefix = {3, 3, 5, kEos};
  sentences[1].prefix = {kEos};
  const auto found = search(model, sentences, plain(GENERATE(1, 3)));
  CHECK(found[0].front().tokens == TokenIds{3, 3, 5});
  CHECK(found[0].front().ended);
  CHECK(found[1].front().tokens.empty());
  for (size_t i = 0; i < 2; ++i) {
    CHECK(found[i].front().log_probability ==
          Approx(recomputed(model, sentences[i], found[i].front())).epsilon(1e-6));
  }
}

}  // namespace dragoman
