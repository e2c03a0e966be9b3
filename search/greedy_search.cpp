#include "search/greedy_search.h"

#include <numeric>

#include "search/length_penalty.h"

namespace dragoman {
namespace {

/// Adds a row's best token to its sentence's hypothesis; true if the sentence goes on.
bool extend(Hypothesis& hypothesis, int32_t token, float log_probability, int64_t max_length,
            int32_t eos) {
  hypothesis.log_probability += log_probability;
  if (token == eos) return false;
  hypothesis.tokens.push_back(token);
  return static_cast<int64_t>(hypothesis.tokens.size()) < max_length;
}

int64_t scored_length(const Hypothesis& hypothesis, int64_t max_length) {
  const auto tokens = static_cast<int64_t>(hypothesis.tokens.size());
  return tokens < max_length ? tokens + 1
                             : tokens;  // one that reached the limit has no end of sentence
}

}  // namespace

std::vector<Hypothesis> greedy_search(StepModel& model, const SourceBatch& source,
                                      const SearchLimits& limits, const SearchSettings& settings) {
  std::vector<Hypothesis> hypotheses(source.rows);
  const auto state = model.start(model.encode(source));
  std::vector<int32_t> sentences(source.rows), parents(source.rows),
      tokens(source.rows, model.start_token());
  std::iota(sentences.begin(), sentences.end(), 0);
  std::iota(parents.begin(), parents.end(), 0);
  while (!sentences.empty()) {
    const NextTokens& next = model.step(*state, tokens, parents, 1);
    std::vector<int32_t> going_on;
    parents.clear();
    tokens.clear();
    for (size_t row = 0; row < sentences.size(); ++row) {
      const int32_t sentence = sentences[row];
      if (extend(hypotheses[sentence], next.tokens[row], next.log_probabilities[row],
                 limits.max_lengths[sentence], limits.eos)) {
        going_on.push_back(sentence);
        parents.push_back(static_cast<int32_t>(row));
        tokens.push_back(next.tokens[row]);
      }
    }
    sentences = std::move(going_on);
  }
  for (size_t i = 0; i < hypotheses.size(); ++i) {
    const int64_t length = scored_length(hypotheses[i], limits.max_lengths[i]);
    hypotheses[i].score = hypotheses[i].log_probability /
                          length_penalty(settings.length_penalty, settings.alpha, length);
  }
  return hypotheses;
}

}  // namespace dragoman
