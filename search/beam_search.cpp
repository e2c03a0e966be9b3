#include "search/beam_search.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "search/length_penalty.h"

namespace dragoman {
namespace {

constexpr double kDead = -std::numeric_limits<double>::infinity();

/// A hypothesis of the beam with one token more.
struct Candidate {
  double log_probability;
  int32_t row;  // of the sentence's beam
  int32_t token;
};

/// The search of one sentence.
struct Beam {
  int32_t sentence = 0;
  int64_t max_length = 0;
  std::vector<Hypothesis>
      alive;  // one a row of the decoder; dead ones fill up, with log-probability kDead
  std::vector<Hypothesis> finished;
};

class BeamSearch {
 public:
  BeamSearch(StepModel& model, const SourceBatch& source, const SearchLimits& limits,
             const SearchSettings& settings)
      : model_(model), limits_(limits), settings_(settings), results_(source.rows) {
    for (int32_t i = 0; i < source.rows; ++i) {
      beams_.push_back({.sentence = i,
                        .max_length = limits.max_lengths[i],
                        .alive = {Hypothesis{}},
                        .finished = {}});
    }
    state_ = model.start(model.encode(source));
    tokens_.assign(source.rows, model.start_token());
    parents_.resize(source.rows);
    std::iota(parents_.begin(), parents_.end(), 0);
  }

  std::vector<std::vector<Hypothesis>> run() {
    while (!beams_.empty()) {
      // One token more than the beam: end of sentence takes no place from a hypothesis that goes
      // on.
      const NextTokens& next = model_.step(*state_, tokens_, parents_, settings_.beam + 1);
      advance(next);
    }
    return std::move(results_);
  }

 private:
  void advance(const NextTokens& next) {
    const size_t rows_before = beams_.front().alive.size();
    std::vector<Beam> going_on;
    tokens_.clear();
    parents_.clear();
    for (size_t b = 0; b < beams_.size(); ++b) {
      Beam& beam = beams_[b];
      const std::vector<Candidate> candidates = expand(beam, next, b * rows_before);
      const std::vector<Candidate> selected = select(beam, candidates);
      if (extend(beam, selected)) {
        reorder(selected, b * rows_before);
        going_on.push_back(std::move(beam));
      } else {
        retire(beam);
      }
    }
    beams_ = std::move(going_on);
  }

  /// All continuations of the sentence's living hypotheses that the model gave, best first; ties by
  /// row, then by the order the model gave.
  std::vector<Candidate> expand(const Beam& beam, const NextTokens& next, size_t first_row) const {
    std::vector<Candidate> candidates;
    for (size_t row = 0; row < beam.alive.size(); ++row) {
      const double so_far = beam.alive[row].log_probability;
      for (int64_t i = 0; so_far != kDead && i < next.k; ++i) {
        const size_t at = (first_row + row) * next.k + i;
        candidates.push_back(
            {so_far + next.log_probabilities[at], static_cast<int32_t>(row), next.tokens[at]});
      }
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                       return a.log_probability > b.log_probability;
                     });
    return candidates;
  }

  /// Takes the K best candidates that go on; ends of sentence among the K best finish their
  /// hypotheses.
  std::vector<Candidate> select(Beam& beam, const std::vector<Candidate>& candidates) const {
    const auto width = static_cast<size_t>(settings_.beam);
    std::vector<Candidate> selected;
    for (size_t rank = 0; rank < candidates.size() && selected.size() < width; ++rank) {
      const Candidate& candidate = candidates[rank];
      if (candidate.token != limits_.eos) {
        selected.push_back(candidate);
      } else if (rank < width) {
        Hypothesis ended = beam.alive[candidate.row];
        ended.log_probability = candidate.log_probability;
        finish(beam, std::move(ended), 1);
      }
    }
    return selected;
  }

  /// Makes the selected candidates the living hypotheses. False if the sentence is done.
  bool extend(Beam& beam, const std::vector<Candidate>& selected) const {
    std::vector<Hypothesis> alive;
    for (const Candidate& candidate : selected) {
      alive.push_back(beam.alive[candidate.row]);
      alive.back().tokens.push_back(candidate.token);
      alive.back().log_probability = candidate.log_probability;
    }
    if (alive.empty() || beam.finished.size() >= static_cast<size_t>(settings_.beam)) return false;
    if (static_cast<int64_t>(alive.front().tokens.size()) >= beam.max_length) {
      for (Hypothesis& cut : alive) finish(beam, std::move(cut), 0);
      return false;
    }
    Hypothesis dead = alive.front();
    dead.log_probability = kDead;
    alive.resize(settings_.beam, dead);
    beam.alive = std::move(alive);
    return true;
  }

  void finish(Beam& beam, Hypothesis hypothesis, int64_t end_tokens) const {
    const int64_t length = static_cast<int64_t>(hypothesis.tokens.size()) + end_tokens;
    hypothesis.score = hypothesis.log_probability /
                       length_penalty(settings_.length_penalty, settings_.alpha, length);
    beam.finished.push_back(std::move(hypothesis));
  }

  /// The decoder's next rows for a sentence that goes on: always K, dead ones repeat the best.
  void reorder(const std::vector<Candidate>& selected, size_t first_row) {
    for (size_t i = 0; i < static_cast<size_t>(settings_.beam); ++i) {
      const Candidate& candidate = selected[i < selected.size() ? i : 0];
      tokens_.push_back(candidate.token);
      parents_.push_back(static_cast<int32_t>(first_row) + candidate.row);
    }
  }

  void retire(Beam& beam) {
    std::stable_sort(beam.finished.begin(), beam.finished.end(),
                     [](const Hypothesis& a, const Hypothesis& b) { return a.score > b.score; });
    if (beam.finished.size() > static_cast<size_t>(settings_.beam))
      beam.finished.resize(settings_.beam);
    results_[beam.sentence] = std::move(beam.finished);
  }

  StepModel& model_;
  const SearchLimits& limits_;
  const SearchSettings& settings_;
  std::vector<std::vector<Hypothesis>> results_;
  std::vector<Beam> beams_;  // sentences still searched, in the order of the decoder's rows
  std::unique_ptr<DecoderState> state_;
  std::vector<int32_t> tokens_;   // of the decoder's next rows
  std::vector<int32_t> parents_;  // of the decoder's next rows
};

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(StepModel& model, const SourceBatch& source,
                                                 const SearchLimits& limits,
                                                 const SearchSettings& settings) {
  return BeamSearch(model, source, limits, settings).run();
}

}  // namespace dragoman
