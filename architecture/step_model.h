#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "architecture/model_settings.h"

namespace dragoman {

/// Source sentences (of a language model, prompts) as rows of equal length, row-major, padded with
/// the last source id.
struct SourceBatch {
  int64_t rows = 0;          // B
  int64_t length = 0;        // S
  std::vector<int64_t> ids;  // [B, S]
  /// Of each row, the only target tokens that may come, in order; where it is empty, any may. Empty
  /// as a whole: any may in all rows. The engine heeds it.
  std::vector<std::vector<int32_t>> candidates = {};
};

/// What search wants to know after a step.
struct StepRequest {
  int64_t num_best = 1;                    // k best next tokens of each row; 0: none
  std::span<const int32_t> excluded = {};  // tokens that never come, each named once
  bool log_probabilities = false;          // of all tokens
  bool attention = false;                  // over the source
  /// Whose attention, the mean of its heads; counted from 0. None: that of aligning_heads().
  std::optional<int64_t> attention_layer = {};
};

/// What a step tells of each row, as far as it was asked for. V vocabulary without padding. The
/// probabilities of all tokens that are not excluded sum to 1; excluded ones are not among the
/// best, and where all are asked for they have the probability they would have if none were
/// excluded.
struct NextTokens {
  int64_t k = 0;
  std::vector<int32_t> tokens;               // [rows, k], best first
  std::vector<float> log_probabilities;      // of those, [rows, k]
  int64_t vocabulary = 0;                    // V
  std::vector<float> all_log_probabilities;  // [rows, V]
  int64_t source_length = 0;                 // S
  std::vector<float> attention;              // [rows, S], the mean of heads

  std::span<const float> distribution(size_t row) const {
    return std::span(all_log_probabilities).subspan(row * vocabulary, vocabulary);
  }
  /// Empty if attention was not asked for.
  std::span<const float> attention_of(size_t row) const {
    return std::span(attention).subspan(row * source_length, source_length);
  }
};

/// Encoded source sentences, in whatever form a model keeps them.
class EncodedSource {
 public:
  virtual ~EncodedSource() = default;
};

/// Where decoding stands; belongs to the model that started it and holds the result of its last
/// step.
class DecoderState {
 public:
  virtual ~DecoderState() = default;
  NextTokens next;
};

/// A translation model as search sees it. One that is called from several threads must be safe for
/// that; a state is used by one thread at a time.
class StepModel {
 public:
  virtual ~StepModel() = default;

  virtual std::unique_ptr<EncodedSource> encode(const SourceBatch& source) = 0;
  /// A state of one row for each sentence, before any token.
  virtual std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) = 0;
  /// Row i of the new state continues row parents[i] of the old one with tokens[i] (padding at the
  /// first step). Rows of a sentence stand together, sentences keep their order, each has the same
  /// number of rows; a sentence whose rows no one continues is dropped. Gives what `request` asks
  /// for (of the best tokens fewer where there are no more), in state.next.
  virtual const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                                 std::span<const int32_t> parents, const StepRequest& request) = 0;
  /// Id that stands before the first token: padding, the last one.
  virtual int32_t start_token() const = 0;
  /// Layers of the decoder that have attention over the source.
  virtual int64_t num_layers() const = 0;
  /// The step whose attention, by the heads of aligning_heads(), is a token's.
  virtual AlignmentStep alignment_step() const { return AlignmentStep::kPredicting; }
};

}  // namespace dragoman
