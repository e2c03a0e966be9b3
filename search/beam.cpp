#include "search/beam.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "search/beam_allocation.h"
#include "search/hypothesis_score.h"

namespace dragoman {

Beam::Beam(const SearchTask& task, const SearchContext& context)
    : task_(task),
      context_(context),
      width_(static_cast<size_t>(context.settings.beam)),
      phrases_(task.phrases, context.vocabulary.words, task.phrases_inside),
      tree_(static_cast<int64_t>(task.source.size())),
      alive_{Alive{.phrases = phrases_.start()}} {}

bool Beam::needs_distribution() const { return !task_.phrases.empty() || task_.is_forced(length_); }

int64_t Beam::num_best() const {
  int64_t most = 0;
  for (const Alive& alive : alive_)
    most = std::max(most, context_.rules.num_best(width_ + 1, view(alive)));
  return most;
}

PrefixView Beam::view(const Alive& alive) const {
  return {.task = task_,
          .length = length_,
          .tokens = context_.rules.needs_tokens()
                        ? TokenRules::with_prompt(task_, tree_.tokens(alive.prefix))
                        : TokenIds{},
          .may_end = phrases_.all_met(alive.phrases)};
}

/// Returns the best continuations: one more than the beam, so that end of sentence takes no place
/// from a prefix that goes on. While phrases are unmet, adds tokens that advance a phrase or end
/// its last word, and drops tokens after which the phrases would not fit into the maximal length.
std::vector<NextToken> Beam::next_tokens(const Alive& alive, const NextTokens& next,
                                         size_t row) const {
  const PrefixView prefix = view(alive);
  std::vector<NextToken> tokens = context_.rules.best(next, row, prefix, width_ + 1);
  const bool is_in_word = phrases_.is_in_word(alive.phrases);
  if ((prefix.may_end && !is_in_word) || task_.is_forced(length_)) return tokens;
  std::vector<int32_t> wanted = phrases_.wanted(alive.phrases);
  if (is_in_word) add_end_of_word(next, row, prefix, wanted);
  for (const int32_t token : wanted) {
    const auto same = [token](const NextToken& other) { return other.token == token; };
    if (std::none_of(tokens.begin(), tokens.end(), same))
      tokens.push_back(context_.rules.scored(token, next.distribution(row)[token], prefix));
  }
  std::erase_if(tokens, [&](const NextToken& token) {
    PhraseProgress progress = alive.phrases;
    phrases_.advance(progress, token.token);
    return length_ + 1 + phrases_.tokens_needed(progress) > task_.max_length;
  });
  return tokens;
}

/// Adds the best allowed token that does not continue a word, if there is one.
void Beam::add_end_of_word(const NextTokens& next, size_t row, const PrefixView& prefix,
                           std::vector<int32_t>& wanted) const {
  const std::vector<float> distribution = context_.rules.distribution(next, row, prefix);
  int32_t best = -1;
  float most = -std::numeric_limits<float>::infinity();
  for (int32_t token = 0; token < static_cast<int32_t>(distribution.size()); ++token) {
    if (phrases_.continues_word(token) || distribution[token] <= most) continue;
    best = token;
    most = distribution[token];
  }
  if (best >= 0) wanted.push_back(best);
}

/// Returns the continuations from next_tokens() of all unfinished prefixes, best first. Ties: by
/// row, then in the model's order.
std::vector<Beam::Candidate> Beam::expand(const NextTokens& next, size_t first_row) const {
  std::vector<Candidate> candidates;
  for (size_t parent = 0; parent < alive_.size(); ++parent) {
    for (const NextToken& token : next_tokens(alive_[parent], next, first_row + parent))
      candidates.push_back({alive_[parent].score + token.score, parent, token});
  }
  sort_best_first(candidates);
  return candidates;
}

/// Chooses the K candidates that go on. With phrases, prefixes that contain more and fewer of their
/// tokens share the beam.
std::vector<size_t> Beam::choose(const std::vector<Candidate>& candidates,
                                 const std::vector<size_t>& going_on) const {
  std::vector<Bid> bids;
  for (const size_t i : going_on) {
    PhraseProgress progress = alive_[candidates[i].parent].phrases;
    phrases_.advance(progress, candidates[i].next.token);
    bids.push_back({candidates[i].score, phrases_.tokens_met(progress)});
  }
  std::vector<size_t> chosen;
  for (const size_t i : allocate_beam(bids, width_)) chosen.push_back(going_on[i]);
  return chosen;
}

Beam::Alive Beam::extend(const Candidate& candidate, const NextTokens& next, size_t first_row) {
  const Alive& parent = alive_[candidate.parent];
  Alive longer{.score = candidate.score,
               .phrases = parent.phrases,
               .row = static_cast<int32_t>(candidate.parent),
               .token = candidate.next.token};
  const auto attention = next.attention_of(first_row + candidate.parent);
  longer.prefix =
      tree_.add(parent.prefix, candidate.next.token, candidate.next.log_probability, attention);
  phrases_.advance(longer.phrases, candidate.next.token);
  return longer;
}

/// Finishes hypotheses whose end of sentence is among the K best candidates that may end. Ends of
/// sentence below those are ignored.
void Beam::select(std::vector<Candidate>& candidates, const NextTokens& next, size_t first_row) {
  std::vector<size_t> going_on;
  size_t rank = 0;
  for (size_t i = 0; i < candidates.size(); ++i) {
    Candidate& candidate = candidates[i];
    if (candidate.next.token != context_.vocabulary.eos) {
      going_on.push_back(i);
    } else if (rank < width_) {
      finish(extend(candidate, next, first_row));
      candidate.score = finished_.back().score;
      candidate.fate = PrefixFate::kFinished;
      best_is_finished_ |= rank == 0;
    }
    if (phrases_.all_met(alive_[candidate.parent].phrases)) ++rank;
  }
  if (!task_.phrases.empty()) going_on = choose(candidates, going_on);
  if (going_on.size() > width_) going_on.resize(width_);
  std::vector<Alive> longer;
  for (const size_t i : going_on) {
    longer.push_back(extend(candidates[i], next, first_row));
    candidates[i].fate = PrefixFate::kKept;
  }
  std::swap(alive_, longer);
  // If no token is allowed, the prefixes themselves are the results.
  if (alive_.empty() && finished_.empty()) finish_all(longer);
}

/// Shows the candidates and the best hypotheses to the observer. False if it ends the search.
bool Beam::is_watched_on(const std::vector<Candidate>& candidates) const {
  SearchObserver* observer = task_.observer;
  if (observer == nullptr) return true;
  if (observer->wants_candidates()) {
    std::vector<SearchCandidate> seen;
    for (const Candidate& candidate : candidates) {
      seen.push_back({candidate.parent, candidate.next.token, candidate.next.log_probability,
                      candidate.score, candidate.fate});
    }
    observer->on_candidates(seen);
  }
  const auto finished =
      std::max_element(finished_.begin(), finished_.end(),
                       [](const Hypothesis& a, const Hypothesis& b) { return a.score < b.score; });
  if (alive_.empty()) {
    observer->on_best(*finished);
    return true;
  }
  const Alive& front = alive_.front();
  const Hypothesis living = tree_.hypothesis(front.prefix, context_.vocabulary.eos);
  const bool is_finished =
      finished != finished_.end() &&
      (is_done() || finished->score >= hypothesis_score(living, front.score, context_.settings));
  observer->on_best(is_finished ? *finished : living);
  return observer->goes_on(living);
}

bool Beam::advance(const NextTokens& next, size_t first_row) {
  std::vector<Candidate> candidates = expand(next, first_row);
  select(candidates, next, first_row);
  ++length_;
  const bool is_watched = is_watched_on(candidates);
  if (alive_.empty() || is_done()) return false;
  if (length_ < task_.max_length && is_watched) return true;
  finish_all(alive_);
  return false;
}

void Beam::finish_all(const std::vector<Alive>& prefixes) {
  for (const Alive& alive : prefixes) finish(alive);
}

void Beam::finish(const Alive& alive) {
  Hypothesis hypothesis = tree_.hypothesis(alive.prefix, context_.vocabulary.eos);
  hypothesis.score = hypothesis_score(hypothesis, alive.score, context_.settings);
  finished_.push_back(std::move(hypothesis));
}

bool Beam::can_overtake(double living_score) const {
  std::vector<double> scores;
  for (const Hypothesis& hypothesis : finished_) scores.push_back(hypothesis.score);
  const auto needed = static_cast<size_t>(context_.settings.num_best);
  if (scores.size() < needed) return true;
  std::nth_element(scores.begin(), scores.begin() + (needed - 1), scores.end(), std::greater<>());
  return score_bound(living_score, task_.max_length, context_.settings) > scores[needed - 1];
}

bool Beam::is_done() const {
  const SearchSettings& settings = context_.settings;
  // As in greedy search, which may search other batches of the same lines.
  if (settings.beam == 1 && task_.phrases.empty()) return !finished_.empty();
  switch (settings.stopping) {
    case Stopping::kBeam:
      break;
    case Stopping::kFirst:
      return best_is_finished_ && finished_.size() >= static_cast<size_t>(settings.num_best);
    case Stopping::kBound:
      return !can_overtake(alive_.front().score);
  }
  const double wanted = std::round(settings.patience * static_cast<double>(settings.beam));
  return static_cast<double>(finished_.size()) >= std::max(wanted, 1.0);
}

void Beam::append_rows(size_t first_row, std::vector<int32_t>& tokens,
                       std::vector<int32_t>& parents) const {
  for (size_t i = 0; i < width_; ++i) {
    const Alive& alive = alive_[i < alive_.size() ? i : 0];
    tokens.push_back(alive.token);
    parents.push_back(static_cast<int32_t>(first_row) + alive.row);
  }
}

std::vector<Hypothesis> Beam::results() {
  sort_best_first(finished_);
  if (finished_.size() > width_) finished_.resize(width_);
  return std::move(finished_);
}

}  // namespace dragoman
