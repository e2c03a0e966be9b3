#include <algorithm>
#include <set>

#include "catch.h"
#include "toy_search.h"

namespace dragoman {

TEST_CASE("no n-gram comes twice") {
  ToyModel model(4, 6);
  SearchSettings settings = plain(GENERATE(1, 3));
  settings.no_repeat_ngram = GENERATE(1, 2, 3);
  const auto n = static_cast<std::ptrdiff_t>(settings.no_repeat_ngram);
  for (const auto& hypotheses : search(model, tasks(20, 30), settings)) {
    for (const Hypothesis& hypothesis : hypotheses) {
      std::set<TokenIds> seen;
      const TokenIds& tokens = hypothesis.tokens;
      for (auto at = tokens.begin(); tokens.end() - at >= n; ++at)
        CHECK(seen.insert(TokenIds(at, at + n)).second);
    }
  }
}

TEST_CASE("no n-gram comes twice in a prompt and what follows it") {
  ToyModel model(kTokens, 6);
  SearchSettings settings = plain(GENERATE(1, 3));
  settings.samples = GENERATE(0, 1);  // drawn where the beam is 1
  settings.no_repeat_ngram = GENERATE(1, 2, 3);
  const auto n = static_cast<std::ptrdiff_t>(settings.no_repeat_ngram);
  auto prompts = tasks(20, 30);
  for (SearchTask& task : prompts) task.prompt = {1, 2, 3};
  for (const auto& hypotheses : search(model, prompts, settings)) {
    for (const Hypothesis& hypothesis : hypotheses) {
      TokenIds tokens = {1, 2, 3};
      tokens.insert(tokens.end(), hypothesis.tokens.begin(), hypothesis.tokens.end());
      std::set<TokenIds> seen;
      for (auto at = tokens.begin(); tokens.end() - at >= n; ++at)
        CHECK(seen.insert(TokenIds(at, at + n)).second);
    }
  }
}

TEST_CASE("only tokens that complete an n-gram once more are forbidden") {
  ToyModel model(5, 6);
  SearchSettings settings = plain(1);
  settings.no_repeat_ngram = 2;
  SearchTask task = tasks(1, 14).front();
  task.min_length = 14;
  TokenIds expected;
  while (static_cast<int64_t>(expected.size()) < task.max_length) {
    auto values = model.log_probabilities({0, 5, 0}, expected);
    if (expected.size() < 13) values[kEos] = -1e9;
    for (size_t i = 1; i < expected.size(); ++i)
      if (expected[i - 1] == expected.back()) values[expected[i]] = -1e9;
    const auto best = std::ranges::max_element(values) - values.begin();
    if (best == kEos) break;
    expected.push_back(static_cast<int32_t>(best));
  }
  REQUIRE(std::set(expected.begin(), expected.end()).size() < expected.size());
  CHECK(search(model, {task}, settings)[0].front().tokens == expected);
}

TEST_CASE("a penalty of repetitions holds for samples, too, and lowers their scores") {
  ToyModel model(kTokens, 7);
  auto sentences = tasks(10, 8);
  for (SearchTask& task : sentences) task.min_length = 8;
  SearchSettings settings = plain(1);
  settings.samples = 10;
  size_t num_repetitions = 0;
  const auto check = [&] {
    num_repetitions = 0;
    for (const auto& drawn : sample(model, sentences, {}, settings)) {
      for (const Hypothesis& hypothesis : drawn) {
        std::set<int32_t> seen;
        double expected = hypothesis.ended ? hypothesis.token_log_probabilities.back() : 0;
        for (size_t i = 0; i < hypothesis.tokens.size(); ++i) {
          const bool repeats = !seen.insert(hypothesis.tokens[i]).second;
          num_repetitions += repeats;
          expected +=
              hypothesis.token_log_probabilities[i] * (repeats ? settings.repetition_penalty : 1);
        }
        CHECK(hypothesis.score == Approx(expected).epsilon(1e-6));
      }
    }
  };
  settings.repetition_penalty = 1.01;
  check();
  CHECK(num_repetitions > 100);
  settings.repetition_penalty = 100;
  check();
  CHECK(num_repetitions == 0);
}

TEST_CASE("a penalty of repetitions makes them rarer, and is the formula") {
  ToyModel model(5, 7);
  SearchSettings settings = plain(1);
  const auto repetitions = [&] {
    size_t count = 0;
    for (const auto& found : search(model, tasks(40, 12), settings)) {
      const TokenIds& tokens = found.front().tokens;
      count += tokens.size() - std::set<int32_t>(tokens.begin(), tokens.end()).size();
    }
    return count;
  };
  const size_t without = repetitions();
  settings.repetition_penalty = 4;
  CHECK(repetitions() < without / 2);

  // Greedy search by hand.
  SearchTask task = tasks(1, 12).front();
  task.prompt = GENERATE(TokenIds(), TokenIds{3, 1});
  TokenIds expected;
  while (static_cast<int64_t>(expected.size()) < task.max_length) {
    auto values = model.log_probabilities({0, 5, 0}, expected);
    std::set<int32_t> used(expected.begin(), expected.end());
    used.insert(task.prompt.begin(), task.prompt.end());
    for (const int32_t token : used) values[token] *= 4;
    const auto best = std::max_element(values.begin(), values.end()) - values.begin();
    if (best == kEos) break;
    expected.push_back(static_cast<int32_t>(best));
  }
  CHECK(search(model, {task}, settings)[0].front().tokens == expected);
}

}  // namespace dragoman
