#include "search/beam_search.h"

#include "catch.h"
#include "digests.h"
#include "search/hypothesis_score.h"
#include "search/path_search.h"
#include "toy_model.h"

namespace dragoman {
namespace {

constexpr int32_t kEndToken = 0;

SearchSettings settings_of(int64_t beam, LengthPenalty penalty, double alpha) {
  SearchSettings settings;
  settings.beam = beam;
  settings.length_penalty = penalty;
  settings.alpha = alpha;
  return settings;
}

const SearchVocabulary kVocabulary{.eos = kEndToken, .source_padding = 99, .suppressed = {}};

/// Sentences of one token, the number of the sentence.
std::vector<SearchTask> tasks(const std::vector<int64_t>& max_lengths) {
  std::vector<SearchTask> tasks;
  for (const int64_t max_length : max_lengths) {
    const auto number = static_cast<int32_t>(tasks.size());
    tasks.push_back({.source = {number}, .min_length = 1, .max_length = max_length});
  }
  return tasks;
}

std::vector<std::vector<Hypothesis>> beam_search(StepModel& model,
                                                 const std::vector<SearchTask>& sentences,
                                                 const SearchSettings& settings) {
  return dragoman::beam_search(model, sentences, kVocabulary, settings);
}

/// The best hypothesis of all there are: those that end by kEndToken and those cut at the longest
/// length.
struct Exhaustive {
  const ToyModel& model;
  SearchSettings settings;
  int64_t max_length;
  int64_t source;
  Hypothesis best{.score = -1e9};

  void consider(const std::vector<int32_t>& tokens, double log_probability, int64_t length) {
    const double score =
        log_probability / length_penalty(settings.length_penalty, settings.alpha, length);
    if (score > best.score) best = {.tokens = tokens, .score = score};
  }

  void extend(const std::vector<int32_t>& prefix, double log_probability) {
    const auto length = static_cast<int64_t>(prefix.size());
    if (length == max_length) return consider(prefix, log_probability, length);
    const auto next = model.log_probabilities({source}, prefix);
    for (int32_t id = 0; id < static_cast<int32_t>(next.size()); ++id) {
      if (id == kEndToken) {
        consider(prefix, log_probability + next[id], length + 1);
      } else {
        auto longer = prefix;
        longer.push_back(id);
        extend(longer, log_probability + next[id]);
      }
    }
  }
};

}  // namespace

TEST_CASE("a wide beam equals exhaustive search, for every length penalty") {
  const auto [penalty, alpha] =
      GENERATE(std::pair{LengthPenalty::kNone, 1.0}, std::pair{LengthPenalty::kLength, 1.0},
               std::pair{LengthPenalty::kLength, 0.5}, std::pair{LengthPenalty::kWu, 0.6},
               std::pair{LengthPenalty::kWu, 2.0});
  ToyModel model(4, GENERATE(1, 2, 3, 4, 5));
  const SearchSettings settings = settings_of(400, penalty, alpha);
  const std::vector<int64_t> max_lengths{5, 4, 2};
  const auto found = beam_search(model, tasks(max_lengths), settings);
  for (int64_t i = 0; i < 3; ++i) {
    Exhaustive all{model, settings, max_lengths[i], i};
    all.extend({}, 0);
    CHECK(found[i].front().tokens == all.best.tokens);
    CHECK(found[i].front().score == Approx(all.best.score).epsilon(1e-12));
  }
}

TEST_CASE("a beam of one is greedy search") {
  ToyModel model(7, GENERATE(1, 2, 3, 4, 5, 6));
  const SearchSettings settings = settings_of(1, LengthPenalty::kLength, 1.0);
  const auto sentences = tasks(std::vector<int64_t>(20, 12));
  const auto greedy = greedy_search(model, sentences, kVocabulary, settings);
  const auto beam = beam_search(model, sentences, settings);
  for (size_t i = 0; i < 20; ++i) {
    CHECK(greedy[i].tokens == beam[i].front().tokens);
    CHECK(greedy[i].score == Approx(beam[i].front().score).epsilon(1e-12));
  }
}

TEST_CASE("greedy search without scores finds the same translations") {
  ToyModel model(7, 1);
  SearchSettings settings = settings_of(1, LengthPenalty::kLength, 1.0);
  const auto sentences = tasks(std::vector<int64_t>(20, 12));
  const auto usual = greedy_search(model, sentences, kVocabulary, settings);
  settings.scores = false;
  const auto others = greedy_search(model, sentences, kVocabulary, settings);
  for (size_t i = 0; i < usual.size(); ++i) {
    CHECK(others[i].tokens == usual[i].tokens);
    CHECK(others[i].length() == usual[i].length());
    CHECK(usual[i].score != 0);
    CHECK(others[i].score == 0);
    CHECK(others[i].log_probability == 0);
  }
}

TEST_CASE("who reads scores gets them, though the caller does not") {
  ToyModel model(7, 1);
  SearchSettings settings = settings_of(1, LengthPenalty::kLength, 1.0);
  auto sentences = tasks(std::vector<int64_t>(20, 12));
  struct : SearchObserver {
    bool goes_on(const Hypothesis&) override { return true; }
  } observer;
  switch (GENERATE(0, 1, 2)) {
    case 0:
      settings.samples = 1;
      break;
    case 1:
      settings.repetition_penalty = 1.5;
      break;
    default:
      sentences[3].observer = &observer;
  }
  const auto usual = greedy_search(model, sentences, kVocabulary, settings);
  settings.scores = false;
  const auto others = greedy_search(model, sentences, kVocabulary, settings);
  for (size_t i = 0; i < usual.size(); ++i) {
    CHECK(usual[i].score != 0);
    CHECK(others[i].score == usual[i].score);
  }
}

TEST_CASE("a sentence is translated alike alone and in a batch") {
  ToyModel model(9, 8);
  const SearchSettings settings = settings_of(4, LengthPenalty::kWu, 0.6);
  const auto sentences = tasks(std::vector<int64_t>(12, 15));
  const auto together = beam_search(model, sentences, settings);
  for (int64_t i = 0; i < 12; ++i) {
    const auto result = beam_search(model, {sentences[i]}, settings);
    CHECK(result[0].front().tokens == together[i].front().tokens);
  }
}

TEST_CASE("finished sentences leave the batch") {
  ToyModel model(9, 8);
  const bool greedy = GENERATE(true, false);
  const SearchSettings settings = settings_of(greedy ? 1 : 3, LengthPenalty::kLength, 1.0);
  const auto sentences = tasks({2, 2, 30, 2});
  if (greedy) greedy_search(model, sentences, kVocabulary, settings);
  if (!greedy) beam_search(model, sentences, settings);
  CHECK(model.rows_of_steps.front() == 4);
  CHECK(model.rows_of_steps.back() <= static_cast<size_t>(settings.beam));
}

TEST_CASE("hypotheses come best first, no more than the beam, each within its longest length") {
  ToyModel model(6, 3);
  const auto found = beam_search(model, tasks(std::vector<int64_t>(10, 6)),
                                 settings_of(5, LengthPenalty::kLength, 1.0));
  for (const auto& hypotheses : found) {
    REQUIRE_FALSE(hypotheses.empty());
    CHECK(hypotheses.size() <= 5);
    for (size_t i = 0; i < hypotheses.size(); ++i) {
      CHECK(hypotheses[i].tokens.size() <= 6);
      if (i > 0) CHECK(hypotheses[i - 1].score >= hypotheses[i].score);
    }
  }
}

TEST_CASE("length penalties are the formulas") {
  CHECK(length_penalty(LengthPenalty::kNone, 0.6, 9) == 1.0);
  CHECK(length_penalty(LengthPenalty::kLength, 1.0, 9) == 9.0);
  CHECK(length_penalty(LengthPenalty::kLength, 0.5, 9) == Approx(3.0));
  CHECK(length_penalty(LengthPenalty::kWu, 0.6, 7) == Approx(std::pow(2.0, 0.6)));
}

TEST_CASE("length penalties grow with the length") {
  const auto kind = GENERATE(LengthPenalty::kLength, LengthPenalty::kWu);
  const double alpha = GENERATE(0.2, 0.6, 1.0, 1.3);
  std::vector<double> penalties;
  for (int64_t length = 1; length <= 1024; ++length)
    penalties.push_back(length_penalty(kind, alpha, length));
  CHECK(std::adjacent_find(penalties.begin(), penalties.end(), std::greater_equal<>()) ==
        penalties.end());
  record_digest(penalties);
}

}  // namespace dragoman
