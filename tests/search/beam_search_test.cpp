#include "search/beam_search.h"

#include "catch.h"
#include "search/greedy_search.h"
#include "search/length_penalty.h"
#include "toy_model.h"

namespace dragoman {
namespace {

constexpr int32_t kEos = 0;

SearchSettings settings_of(int64_t beam, LengthPenalty penalty, double alpha) {
  SearchSettings settings;
  settings.beam = beam;
  settings.length_penalty = penalty;
  settings.alpha = alpha;
  return settings;
}

SourceBatch sources(int64_t count) {
  SourceBatch batch{.rows = count, .length = 1, .ids = {}};
  for (int64_t i = 0; i < count; ++i) batch.ids.push_back(i);
  return batch;
}

/// The best hypothesis of all there are: those that end by kEos and those cut at the longest
/// length.
struct Exhaustive {
  const ToyModel& model;
  SearchSettings settings;
  int64_t max_length;
  int64_t source;
  Hypothesis best{.tokens = {}, .log_probability = 0, .score = -1e9};

  void consider(const std::vector<int32_t>& tokens, double log_probability, int64_t length) {
    const double score =
        log_probability / length_penalty(settings.length_penalty, settings.alpha, length);
    if (score > best.score) best = {tokens, log_probability, score};
  }

  void extend(const std::vector<int32_t>& prefix, double log_probability) {
    const auto length = static_cast<int64_t>(prefix.size());
    if (length == max_length) return consider(prefix, log_probability, length);
    const auto next = model.log_probabilities({source}, prefix);
    for (int32_t id = 0; id < static_cast<int32_t>(next.size()); ++id) {
      if (id == kEos) {
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
  const auto found =
      beam_search(model, sources(3), {.max_lengths = {5, 4, 2}, .eos = kEos}, settings);
  const std::vector<int64_t> max_lengths{5, 4, 2};
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
  const SearchLimits limits{.max_lengths = std::vector<int64_t>(20, 12), .eos = kEos};
  const auto greedy = greedy_search(model, sources(20), limits, settings);
  const auto beam = beam_search(model, sources(20), limits, settings);
  for (size_t i = 0; i < 20; ++i) {
    CHECK(greedy[i].tokens == beam[i].front().tokens);
    CHECK(greedy[i].score == Approx(beam[i].front().score).epsilon(1e-12));
  }
}

TEST_CASE("a sentence is translated alike alone and in a batch") {
  ToyModel model(9, 8);
  const SearchSettings settings = settings_of(4, LengthPenalty::kWu, 0.6);
  const auto together = beam_search(
      model, sources(12), {.max_lengths = std::vector<int64_t>(12, 15), .eos = kEos}, settings);
  for (int64_t i = 0; i < 12; ++i) {
    const SourceBatch alone{.rows = 1, .length = 1, .ids = {i}};
    const auto result = beam_search(model, alone, {.max_lengths = {15}, .eos = kEos}, settings);
    CHECK(result[0].front().tokens == together[i].front().tokens);
  }
}

TEST_CASE("finished sentences leave the batch") {
  ToyModel model(9, 8);
  const bool greedy = GENERATE(true, false);
  const SearchSettings settings = settings_of(greedy ? 1 : 3, LengthPenalty::kLength, 1.0);
  const SearchLimits limits{.max_lengths = {2, 2, 30, 2}, .eos = kEos};
  if (greedy) greedy_search(model, sources(4), limits, settings);
  if (!greedy) beam_search(model, sources(4), limits, settings);
  CHECK(model.rows_of_steps.front() == 4);
  CHECK(model.rows_of_steps.back() <= static_cast<size_t>(settings.beam));
}

TEST_CASE("hypotheses come best first, no more than the beam, each within its longest length") {
  ToyModel model(6, 3);
  const auto found =
      beam_search(model, sources(10), {.max_lengths = std::vector<int64_t>(10, 6), .eos = kEos},
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

}  // namespace dragoman
