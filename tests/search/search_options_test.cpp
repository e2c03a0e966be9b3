#include <cstdint>
#include <functional>
#include <limits>
#include <set>

#include "catch.h"
#include "search/hypothesis_score.h"
#include "toy_search.h"

namespace dragoman {

TEST_CASE("phrases are in every translation, and a wide beam finds the best one that has them") {
  // Without words, and where tokens 1 and 4 go on with the word that {3} is the end of.
  const WordTokens words{.begins_in_word = {false, true, false, false, true, false},
                         .ends_in_word = {false, false, true, true, false, false}};
  SearchVocabulary vocabulary;
  vocabulary.words = GENERATE(false, true) ? &words : nullptr;
  ToyModel model(5, 12);
  auto sentences = tasks(12, 5);
  for (size_t i = 0; i < sentences.size(); i += 2) sentences[i].phrases = {{2, 4}, {3}};
  SearchSettings settings = plain(GENERATE(1, 3, 700));
  const auto found = beam_search(model, sentences, vocabulary, settings);
  const auto has_all = [&](const TokenIds& tokens) {
    const bool has_word =
        tokens.back() == 3 || contains(tokens, {3, 2}) || contains(tokens, {3, 3});
    return contains(tokens, {2, 4}) && (vocabulary.words ? has_word : contains(tokens, {3}));
  };
  for (size_t i = 0; i < sentences.size(); ++i) {
    REQUIRE_FALSE(found[i].empty());
    if (sentences[i].phrases.empty()) continue;
    for (const Hypothesis& hypothesis : found[i]) CHECK(has_all(hypothesis.tokens));
  }
  if (settings.beam != 700) return;
  double best = -1e9;
  const std::function<void(TokenIds, double)> extend = [&](const TokenIds& prefix, double sum) {
    const bool is_whole = !prefix.empty() && has_all(prefix);
    if (prefix.size() == 5) return void(best = std::max(best, is_whole ? sum : best));
    const auto next = model.log_probabilities({2, 5, 0}, prefix);
    if (is_whole) best = std::max(best, sum + next[kEos]);
    for (int32_t token = 1; token < 5; ++token) {
      TokenIds longer = prefix;
      longer.push_back(token);
      extend(longer, sum + next[token]);
    }
  };
  extend({}, 0);
  CHECK(found[2].front().log_probability == Approx(best).epsilon(1e-6));
}

TEST_CASE("the best translation has a phrase in the writing that is likelier") {
  ToyModel model(5, 12);
  auto sentences = tasks(12, 5);
  for (SearchTask& task : sentences) {
    task.phrases = {{3, 3}};
    task.phrases_inside = {{1}};
  }
  bool has_either[] = {false, false};
  for (const auto& hypotheses : beam_search(model, sentences, {}, plain(700))) {
    const TokenIds& best = hypotheses.front().tokens;
    REQUIRE((contains(best, {3, 3}) || contains(best, {1})));
    has_either[contains(best, {1}) ? 1 : 0] = true;
  }
  CHECK(has_either[1]);
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

TEST_CASE("stopping rules: patience takes no fewer steps, bound is never worse than the others") {
  ToyModel model(kTokens, GENERATE(14, 15, 16));
  const auto sentences = tasks(30, 20);
  SearchSettings settings = plain(4);
  settings.length_penalty = GENERATE(LengthPenalty::kNone, LengthPenalty::kLength);
  const auto run = [&](Stopping stopping, double patience) {
    settings.stopping = stopping;
    settings.patience = patience;
    model.rows_of_steps.clear();
    auto found = search(model, sentences, settings);
    return std::pair(std::move(found), model.rows_of_steps.size());
  };
  const auto [beam, beam_steps] = run(Stopping::kBeam, 1);
  const auto [first, first_steps] = run(Stopping::kFirst, 1);
  const auto [bound, bound_steps] = run(Stopping::kBound, 1);
  const auto [patient, patient_steps] = run(Stopping::kBeam, 3);
  CHECK(beam_steps > 0);
  CHECK(patient_steps >= beam_steps);
  for (size_t i = 0; i < sentences.size(); ++i) {
    CHECK(patient[i].front().score >= beam[i].front().score);
    CHECK(bound[i].front().score >= first[i].front().score);
    CHECK(bound[i].front().score >= beam[i].front().score);
    // Without a penalty, the first best candidate that ends cannot be overtaken.
    if (settings.length_penalty == LengthPenalty::kNone) {
      CHECK(bound_steps <= first_steps);
      CHECK(first[i].front().score == bound[i].front().score);
    }
  }
}

TEST_CASE("the coverage penalty prefers hypotheses with attention to the whole source") {
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
  settings.coverage_penalty = 0.2;
  CHECK(hypothesis_score(hypothesis, -3, settings) == Approx(-3 + 0.2 * coverage(hypothesis)));
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

TEST_CASE("each of many samples is drawn anew") {
  ToyModel model(kTokens, 20);
  auto sentences = tasks(2, 20);
  for (SearchTask& task : sentences) task.min_length = 20;
  SearchSettings settings = plain(1);
  settings.samples = 150;
  for (const auto& drawn : sample(model, sentences, {}, settings)) {
    std::set<TokenIds> distinct;
    for (const Hypothesis& hypothesis : drawn) distinct.insert(hypothesis.tokens);
    CHECK(distinct.size() == 150);
  }
}

TEST_CASE("settings out of range are refused, with what they may be") {
  const auto refused = [](const char* message, auto change) {
    SearchSettings settings;
    change(settings);
    CHECK_THROWS_WITH(check_search_settings(settings), message);
  };
  refused("search.num_best is 0, but must be an integer between 1 and 1000",
          [](SearchSettings& s) { s.num_best = 0; });
  refused(
      "search.max_length_offset is 9223372036854775807, but must be an integer between 0 and "
      "10000",
      [](SearchSettings& s) { s.max_length_offset = INT64_MAX; });
  refused("search.alpha is nan, but must be a number between 0 and 10",
          [](SearchSettings& s) { s.alpha = std::numeric_limits<double>::quiet_NaN(); });
  refused("search.batch_tokens is -1, but must be an integer of at least 0",
          [](SearchSettings& s) { s.batch_tokens = -1; });
  refused("search.stopping is 77, but must be one of beam, first, bound",
          [](SearchSettings& s) { s.stopping = static_cast<Stopping>(77); });
}

TEST_CASE("an error about a document says what to set, as a folder may have set the rest") {
  SearchSettings settings;
  settings.document = DocumentFormat::kHtml;
  check_search_settings(settings);
  const std::string advice = "set search.num_best=1 and search.alignment=false";
  settings.num_best = 2;
  CHECK_THROWS_WITH(check_search_settings(settings), ContainsSubstring(advice));
  settings.num_best = 1;
  settings.alignment = true;
  CHECK_THROWS_WITH(check_search_settings(settings), ContainsSubstring(advice));
}

TEST_CASE("settings that contradict each other are refused") {
  const auto refused = [](auto change) {
    SearchSettings settings;
    change(settings);
    CHECK_THROWS_AS(check_search_settings(settings), std::invalid_argument);
  };
  refused([](SearchSettings& s) { s.temperature = 0.5; });
  refused([](SearchSettings& s) { s.top_k = 5; });
  refused([](SearchSettings& s) { s.top_p = 0.5; });
  refused([](SearchSettings& s) { s.epsilon = 0.5; });
  refused([](SearchSettings& s) { s.beam = 1, s.mbr = MbrUtility::kChrf; });
  refused([](SearchSettings& s) { s.min_length = 9, s.max_length = 8; });
  refused([](SearchSettings& s) { s.patience = 2, s.stopping = Stopping::kFirst; });
  refused([](SearchSettings& s) { s.samples = 2, s.stopping = Stopping::kBound; });
  refused([](SearchSettings& s) { s.stand_ins = {"cat", " "}; });
  refused([](SearchSettings& s) { s.stand_ins.assign(101, "cat"); });
}

TEST_CASE("more translations than are found is an error that says what limits them") {
  SearchSettings settings;
  settings.beam = 8;
  settings.num_best = 9;
  CHECK_THROWS_WITH(check_search_settings(settings), ContainsSubstring("at most search.beam, 8"));
  settings.samples = 3;
  CHECK_THROWS_WITH(check_search_settings(settings),
                    ContainsSubstring("at most search.samples, 3"));
}

TEST_CASE("settings that go together are taken, up to their limits") {
  const auto check = [](auto change) {
    SearchSettings settings;
    change(settings);
    CHECK_NOTHROW(check_search_settings(settings));
  };
  check([](SearchSettings&) {});
  check([](SearchSettings& s) { s.num_best = s.beam; });
  check([](SearchSettings& s) { s.beam = 1; });
  check([](SearchSettings& s) { s.samples = 3, s.num_best = 3, s.beam = 1; });
  check([](SearchSettings& s) {
    s.samples = 2, s.temperature = 0.5, s.top_k = 5, s.top_p = 0.5, s.epsilon = 0.1;
  });
  check([](SearchSettings& s) { s.mbr = MbrUtility::kChrf; });
  check([](SearchSettings& s) { s.mbr = MbrUtility::kChrf, s.beam = 1, s.samples = 2; });
  check([](SearchSettings& s) { s.min_length = 8, s.max_length = 8; });
  check([](SearchSettings& s) { s.min_length = 9, s.max_length = 0; });
  check([](SearchSettings& s) { s.patience = 2; });
  check([](SearchSettings& s) { s.stopping = Stopping::kBound; });
  check([](SearchSettings& s) { s.stand_ins.assign(100, "cat"); });
}

}  // namespace dragoman
