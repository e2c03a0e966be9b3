#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "architecture/step_model.h"
#include "tokenizer/tokenizer.h"

namespace dragoman {

/// A model that repeats its source, backwards if asked, and then ends, so that the output shows the
/// input.
class EchoModel : public StepModel {
 public:
  explicit EchoModel(const Tokenizer& tokenizer, bool is_backwards = false)
      : vocabulary_(tokenizer.vocabulary_size() - 1),
        eos_(tokenizer.eos_id()),
        pad_(tokenizer.pad_id()),
        is_backwards_(is_backwards) {}

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override {
    auto encoded = std::make_unique<Encoded>();
    encoded->source = source;
    batch_rows.push_back(source.rows);
    return encoded;
  }
  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override {
    auto state = std::make_unique<State>();
    state->source = static_cast<Encoded&>(*source).source;
    for (int64_t i = 0; i < state->source.rows; ++i) state->rows.push_back(i);
    return state;
  }
  const NextTokens& step(DecoderState& any_state, std::span<const int32_t>,
                         std::span<const int32_t> parents, const StepRequest& request) override {
    auto& state = static_cast<State&>(any_state);
    std::vector<int64_t> rows;
    for (const int32_t parent : parents) rows.push_back(state.rows[parent]);
    state.rows = rows;
    state.next = {};
    state.next.num_best = std::min<int64_t>(request.num_best, 2);
    for (const int64_t row : rows) {
      std::vector<int32_t> best{source_token(state, row), 3, 4};
      std::erase_if(best, [&](int32_t token) {
        return std::find(request.excluded.begin(), request.excluded.end(), token) !=
               request.excluded.end();
      });
      append(state.next, best[0], -0.1f);
      if (state.next.num_best > 1) append(state.next, best[1], -9.0f);
      if (request.log_probabilities) append_all(state.next, source_token(state, row));
    }
    if (request.attention) look_at_position(state);
    ++state.position;
    return state.next;
  }
  int32_t start_token() const override { return pad_; }
  int64_t num_layers() const override { return 1; }
  AlignmentStep alignment_step() const override { return aligning; }

  AlignmentStep aligning = AlignmentStep::kPredicting;
  std::vector<int64_t> batch_rows;  // number of rows of each encoded batch

 private:
  struct Encoded : EncodedSource {
    SourceBatch source;
  };
  struct State : DecoderState {
    SourceBatch source;
    std::vector<int64_t> rows;
    int64_t position = 0;
  };

  /// Returns the source position, without end of sentence, of a position in the translation.
  int64_t place_of(const State& state, int64_t row, int64_t position) const {
    if (!is_backwards_) return position;
    const auto ids = state.source.ids.begin() + row * state.source.length;
    const auto length = std::find(ids, ids + state.source.length, eos_) - ids;
    return position < length ? length - 1 - position : length;
  }
  int32_t source_token(const State& state, int64_t row) const {
    const int64_t place = place_of(state, row, state.position);
    if (place >= state.source.length) return eos_;
    const int64_t id = state.source.ids[row * state.source.length + place];
    return id == pad_ ? eos_ : static_cast<int32_t>(id);
  }
  void look_at_position(State& state) const {
    const int64_t position = state.position - (aligning == AlignmentStep::kFollowing ? 1 : 0);
    state.next.source_length = state.source.length;
    for (const int64_t row : state.rows) {
      for (int64_t i = 0; i < state.source.length; ++i)
        state.next.attention.push_back(i == place_of(state, row, position) ? 1.0f : 0.0f);
    }
  }
  static void append(NextTokens& next, int32_t token, float log_probability) {
    next.tokens.push_back(token);
    next.log_probabilities.push_back(log_probability);
  }

  void append_all(NextTokens& next, int32_t likeliest) const {
    next.vocabulary = vocabulary_;
    next.all_log_probabilities.resize(next.all_log_probabilities.size() + vocabulary_, -9.0f);
    *(next.all_log_probabilities.end() - vocabulary_ + likeliest) = -0.1f;
  }

  int64_t vocabulary_;
  int32_t eos_, pad_;
  bool is_backwards_;
};

}  // namespace dragoman
