#pragma once

#include <cmath>
#include <map>
#include <set>

#include "architecture/step_model.h"
#include "io/random.h"

namespace dragoman {

/// A StepModel without a network: next-token probabilities are a random function of source and
/// prefix. Possible tokens are 0 (end of sentence) to vocabulary - 1; `vocabulary` itself is
/// padding and the start token.
class ToyModel : public StepModel {
 public:
  ToyModel(int32_t vocabulary, uint64_t seed) : vocabulary_(vocabulary), seed_(seed) {}

  std::vector<double> log_probabilities(const std::vector<int64_t>& source,
                                        const std::vector<int32_t>& prefix) const {
    uint64_t key = seed_;
    for (const int64_t id : source) key = derive_key(key, id);
    key = derive_key(key, 0xffff);
    for (const int32_t id : prefix) key = derive_key(key, id);
    RandomSequence random(key);
    std::vector<double> logits;
    double total = 0;
    for (int32_t i = 0; i < vocabulary_; ++i) {
      logits.push_back(3.0 * static_cast<double>(random.next() >> 11) / 9007199254740992.0);
      total += std::exp(logits.back());
    }
    for (double& logit : logits) logit = static_cast<float>(logit - std::log(total));
    return logits;
  }

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override {
    auto encoded = std::make_unique<Encoded>();
    for (int64_t row = 0; row < source.rows; ++row) {
      const auto begin = source.ids.begin() + row * source.length;
      encoded->sources.emplace_back(begin, begin + source.length);
    }
    return encoded;
  }

  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override {
    auto state = std::make_unique<State>();
    for (auto& ids : static_cast<Encoded&>(*source).sources)
      state->rows.push_back({std::move(ids), {}});
    return state;
  }

  const NextTokens& step(DecoderState& any_state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override {
    auto& state = static_cast<State&>(any_state);
    std::vector<Row> rows;
    for (size_t i = 0; i < tokens.size(); ++i) {
      rows.push_back(state.rows[parents[i]]);
      if (tokens[i] != vocabulary_) rows.back().prefix.push_back(tokens[i]);
    }
    state.rows = std::move(rows);
    state.next = {};
    state.next.num_best = std::min<int64_t>(
        request.num_best, vocabulary_ - static_cast<int64_t>(request.excluded.size()));
    state.next.vocabulary = vocabulary_;
    for (const Row& row : state.rows) append(row, request, state.next);
    rows_of_steps.push_back(state.rows.size());
    return state.next;
  }

  int32_t start_token() const override { return vocabulary_; }
  int64_t num_layers() const override { return 1; }

  std::vector<size_t> rows_of_steps;  // number of rows of each step

 private:
  struct Encoded : EncodedSource {
    std::vector<std::vector<int64_t>> sources;
  };
  struct Row {
    std::vector<int64_t> source;
    std::vector<int32_t> prefix;
  };
  struct State : DecoderState {
    std::vector<Row> rows;
  };

  void append(const Row& row, const StepRequest& request, NextTokens& next) const {
    std::vector<double> values = log_probabilities(row.source, row.prefix);
    const std::set<int32_t> excluded(request.excluded.begin(), request.excluded.end());
    double left = 1;
    for (const int32_t id : excluded) left -= std::exp(values[id]);
    std::multimap<double, int32_t, std::greater<>> ordered;
    for (int32_t id = 0; id < vocabulary_; ++id) {
      if (excluded.contains(id)) continue;
      values[id] -= std::log(left);
      ordered.emplace(values[id], id);
    }
    auto best = ordered.begin();
    for (int64_t i = 0; i < next.num_best; ++i, ++best) {
      next.log_probabilities.push_back(static_cast<float>(best->first));
      next.tokens.push_back(best->second);
    }
    if (request.log_probabilities)
      next.all_log_probabilities.insert(next.all_log_probabilities.end(), values.begin(),
                                        values.end());
    if (!request.attention) return;
    // Each step attends to one source token, in order.
    next.source_length = static_cast<int64_t>(row.source.size());
    for (size_t i = 0; i < row.source.size(); ++i)
      next.attention.push_back(i == row.prefix.size() % row.source.size() ? 0.75f : 0.0f);
  }

  int32_t vocabulary_;
  uint64_t seed_;
};

}  // namespace dragoman
