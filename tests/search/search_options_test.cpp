#include <functional>
#include <set>

#include "catch.h"
#include "search/beam_search.h"
#include "search/ensemble_model.h"
#include "search/hypothesis_score.h"
#include "search/path_search.h"
#include "toy_model.h"

namespace dragoman {
namespace {

constexpr int32_t kEos = 0;
constexpr int32_t kTokens = 9;

std::vector<SearchTask> tasks(int32_t count, int64_t max_length) {
  std::vector<SearchTask> tasks;
  for (int32_t i = 0; i < count; ++i) {
    tasks.push_back({.source = {i, 5, 0},
                     .min_length = 1,
                     .max_length = max_length,
                     .sampling_key = static_cast<uint64_t>(i)});
  }
  return tasks;
}

/// The best hypotheses of greedy search (beam 1) or beam search.
std::vector<std::vector<Hypothesis>> search(StepModel& model, const std::vector<SearchTask>& tasks,
                                            const SearchSettings& settings,
                                            const SearchVocabulary& vocabulary = {}) {
  if (settings.beam > 1) return beam_search(model, tasks, vocabulary, settings);
  std::vector<std::vector<Hypothesis>> found;
  for (const Hypothesis& best : greedy_search(model, tasks, vocabulary, settings))
    found.push_back({best});
  return found;
}

SearchSettings plain(int64_t beam) {
  SearchSettings settings;
  settings.beam = beam;
  settings.length_penalty = LengthPenalty::kNone;
  return settings;
}

bool contains(const TokenIds& tokens, const TokenIds& phrase) {
  return std::search(tokens.begin(), tokens.end(), phrase.begin(), phrase.end()) != tokens.end();
}

/// The sum of the model's log-probabilities of a hypothesis.
double recomputed(const ToyModel& model, const SearchTask& task, const Hypothesis& hypothesis) {
  const std::vector<int64_t> source(task.source.begin(), task.source.end());
  TokenIds tokens = hypothesis.tokens;
  if (hypothesis.ended) tokens.push_back(kEos);
  double sum = 0;
  for (size_t i = 0; i < tokens.size(); ++i)
    sum += model.log_probabilities(source, {tokens.begin(), tokens.begin() + i})[tokens[i]];
  return sum;
}

}  // namespace

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
  const SearchTask task = tasks(1, 12).front();
  TokenIds expected;
  while (static_cast<int64_t>(expected.size()) < task.max_length) {
    auto values = model.log_probabilities({0, 5, 0}, expected);
    for (const int32_t token : std::set<int32_t>(expected.begin(), expected.end()))
      values[token] *= 4;
    const auto best = std::max_element(values.begin(), values.end()) - values.begin();
    if (best == kEos) break;
    expected.push_back(static_cast<int32_t>(best));
  }
  CHECK(search(model, {task}, settings)[0].front().tokens == expected);
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

TEST_CASE("phrases are in every translation, and a wide beam finds the best one that has them") {
  ToyModel model(5, 12);
  auto sentences = tasks(12, 5);
  for (size_t i = 0; i < sentences.size(); i += 2) sentences[i].phrases = {{2, 4}, {3}};
  SearchSettings settings = plain(GENERATE(1, 3, 700));
  const auto found = beam_search(model, sentences, {}, settings);
  for (size_t i = 0; i < sentences.size(); ++i) {
    REQUIRE_FALSE(found[i].empty());
    for (const Hypothesis& hypothesis : found[i]) {
      for (const TokenIds& phrase : sentences[i].phrases)
        CHECK(contains(hypothesis.tokens, phrase));
    }
  }
  if (settings.beam != 700) return;
  double best = -1e9;
  const std::function<void(TokenIds, double)> extend = [&](const TokenIds& prefix, double sum) {
    const bool has_all = contains(prefix, {2, 4}) && contains(prefix, {3});
    if (prefix.size() == 5) return void(best = std::max(best, has_all ? sum : best));
    const auto next = model.log_probabilities({2, 5, 0}, prefix);
    if (has_all) best = std::max(best, sum + next[kEos]);
    for (int32_t token = 1; token < 5; ++token) {
      TokenIds longer = prefix;
      longer.push_back(token);
      extend(longer, sum + next[token]);
    }
  };
  extend({}, 0);
  CHECK(found[2].front().log_probability == Approx(best).epsilon(1e-6));
}

TEST_CASE("phrases that fill the longest length are met all the same") {
  ToyModel model(kTokens, 13);
  auto sentences = tasks(6, 8);
  for (SearchTask& task : sentences) task.phrases = {{1, 2, 1, 3}, {4, 4, 5}};
  for (const auto& hypotheses : beam_search(model, sentences, {}, plain(2))) {
    for (const Hypothesis& hypothesis : hypotheses) {
      CHECK(contains(hypothesis.tokens, {1, 2, 1, 3}));
      CHECK(contains(hypothesis.tokens, {4, 4, 5}));
    }
  }
}

TEST_CASE("stopping rules: first is never longer than beam, bound never worse than either") {
  ToyModel model(kTokens, GENERATE(14, 15, 16));
  const auto sentences = tasks(30, 20);
  SearchSettings settings = plain(4);
  settings.length_penalty = GENERATE(LengthPenalty::kNone, LengthPenalty::kLength);
  const auto run = [&](Stopping stopping, double patience) {
    settings.stopping = stopping;
    settings.patience = patience;
    model.rows_of_steps.clear();
    return std::pair(search(model, sentences, settings), model.rows_of_steps.size());
  };
  const auto [beam, beam_steps] = run(Stopping::kBeam, 1);
  const auto [first, first_steps] = run(Stopping::kFirst, 1);
  const auto [bound, bound_steps] = run(Stopping::kBound, 1);
  const auto [patient, patient_steps] = run(Stopping::kBeam, 3);
  CHECK(first_steps <= beam_steps);
  CHECK(patient_steps >= beam_steps);
  for (size_t i = 0; i < sentences.size(); ++i) {
    CHECK(patient[i].front().score >= beam[i].front().score);
    CHECK(bound[i].front().score >= first[i].front().score);
    CHECK(bound[i].front().score >= beam[i].front().score);
    // Without a penalty, the first best candidate that ends cannot be overtaken.
    if (settings.length_penalty == LengthPenalty::kNone)
      CHECK(first[i].front().score == bound[i].front().score);
  }
}

TEST_CASE("the coverage penalty prefers what has looked at the whole source") {
  ToyModel model(kTokens, 17);
  SearchSettings settings = plain(5);
  const auto shortest = [&] {
    size_t length = 0;
    for (const auto& found : search(model, tasks(20, 12), settings))
      length += found.front().tokens.size();
    return length;
  };
  const size_t without = shortest();
  settings.coverage_penalty = 5;
  CHECK(shortest() > without);

  Hypothesis hypothesis{.source_length = 3, .attention = {0.5f, 0.25f, 0, 1.0f, 0.25f, 0}};
  CHECK(coverage(hypothesis) == Approx(std::log(0.5) + std::log(1e-9)));
}

TEST_CASE("attention stays with its tokens however the beam is reordered") {
  ToyModel model(kTokens, 18);
  SearchSettings settings = plain(GENERATE(1, 4));
  settings.alignment = true;
  for (const auto& hypotheses : search(model, tasks(10, 9), settings)) {
    for (const Hypothesis& hypothesis : hypotheses) {
      REQUIRE(hypothesis.source_length == 3);
      REQUIRE(hypothesis.attention.size() == 3 * static_cast<size_t>(hypothesis.length()));
      for (size_t i = 0; i < hypothesis.attention.size(); ++i)
        CHECK(hypothesis.attention[i] == (i % 3 == i / 3 % 3 ? 0.75f : 0.0f));
    }
  }
}

TEST_CASE("samples depend on the sentence's key alone, and follow the model") {
  ToyModel model(4, 19);
  SearchSettings settings = plain(1);
  settings.samples = 100;
  const auto sentences = tasks(5, 3);
  const auto together = sample(model, sentences, {}, settings);
  for (size_t i = 0; i < sentences.size(); ++i) {
    const auto alone = sample(model, {&sentences[i], 1}, {}, settings);
    REQUIRE(alone[0].size() == 100);
    for (size_t n = 0; n < 100; ++n) CHECK(alone[0][n].tokens == together[i][n].tokens);
  }
  settings.samples = 20000;
  std::vector<double> first(4);
  const auto many = sample(model, {&sentences[0], 1}, {}, settings);
  for (const Hypothesis& drawn : many[0])
    first[drawn.tokens.empty() ? kEos : drawn.tokens[0]] += 1.0 / 20000;
  const auto expected = model.log_probabilities({0, 5, 0}, {});
  for (int32_t token = 0; token < 4; ++token)
    CHECK(first[token] == Approx(std::exp(expected[token])).margin(0.015));
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
}

TEST_CASE("settings that contradict each other are refused") {
  const auto refused = [](auto change) {
    SearchSettings settings;
    change(settings);
    CHECK_THROWS_AS(check_search_settings(settings), std::invalid_argument);
  };
  check_search_settings({});
  refused([](SearchSettings& s) { s.num_best = 5; });
  refused([](SearchSettings& s) { s.samples = 3, s.num_best = 4; });
  refused([](SearchSettings& s) { s.temperature = 0.5; });
  refused([](SearchSettings& s) { s.top_k = 5; });
  refused([](SearchSettings& s) { s.beam = 1, s.mbr = MbrUtility::kChrf; });
  refused([](SearchSettings& s) { s.min_length = 9, s.max_length = 8; });
  refused([](SearchSettings& s) { s.patience = 2, s.stopping = Stopping::kFirst; });
  refused([](SearchSettings& s) { s.samples = 2, s.stopping = Stopping::kBound; });
}

}  // namespace dragoman
