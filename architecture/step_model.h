#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "architecture/model_settings.h"

namespace dragoman {

/// Source sentences, or prompts of a language model, as rows of equal length: row-major, padded
/// with the last source id.
struct SourceBatch {
  int64_t rows = 0;          // B
  int64_t length = 0;        // S
  std::vector<int64_t> ids;  // [B, S]
  /// For each row, the only target tokens allowed, in ascending order; an empty row allows all. If
  /// the list is empty, no row is restricted. Language models ignore it.
  std::vector<std::vector<int32_t>> candidates = {};
};

/// Results that search requests from a step.
struct StepRequest {
  int64_t num_best = 1;                    // k best next tokens of each row; 0: none
  std::span<const int32_t> excluded = {};  // tokens that are not allowed, each once
  bool log_probabilities = false;          // return those of all tokens
  /// Whether log-probabilities of the best tokens are needed. If not, those of a row may all be too
  /// large by the same number.
  bool normalized = true;
  bool attention = false;  // return attention over the source
  /// Layer whose attention is returned, as the mean of its heads; counted from 0. None: that of
  /// aligning_heads().
  std::optional<int64_t> attention_layer = {};
};

/// The requested results of a step, for each row. V is the vocabulary without padding. The
/// probabilities of all allowed tokens sum to 1. Excluded tokens are never among the best. In
/// all_log_probabilities, they have the probability that they would have if no token were excluded.
/// Of the best, those after a row's last allowed token are any token, with -infinity; if none is
/// allowed, the log-probabilities may also be NaN.
struct NextTokens {
  int64_t num_best = 0;                      // k
  std::vector<int32_t> tokens;               // [rows, k], best first
  std::vector<float> log_probabilities;      // [rows, k], of these tokens
  int64_t vocabulary = 0;                    // V
  std::vector<float> all_log_probabilities;  // [rows, V]
  int64_t source_length = 0;                 // S
  std::vector<float> attention;              // [rows, S], mean of the heads

  std::span<const float> distribution(size_t row) const {
    return std::span(all_log_probabilities).subspan(row * vocabulary, vocabulary);
  }
  /// Empty if attention was not requested.
  std::span<const float> attention_of(size_t row) const {
    return std::span(attention).subspan(row * source_length, source_length);
  }
};

/// False for a log-probability of -infinity or NaN.
inline bool is_possible(float log_probability) {
  return log_probability >= std::numeric_limits<float>::lowest();
}

/// Encoded source sentences, in a model's own format.
class EncodedSource {
 public:
  virtual ~EncodedSource() = default;
};

/// State of the decoding of a batch. Belongs to the model that started it, and holds the result of
/// its last step.
class DecoderState {
 public:
  virtual ~DecoderState() = default;
  NextTokens next;
};

/// A translation model, as search uses it. A model that several threads call must be thread-safe. A
/// state is used by one thread at a time.
class StepModel {
 public:
  virtual ~StepModel() = default;

  virtual std::unique_ptr<EncodedSource> encode(const SourceBatch& source) = 0;
  /// Makes a state with one row for each sentence, before any token.
  virtual std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) = 0;
  /// Computes a step. Row i of the new state continues row parents[i] of the old one with tokens[i]
  /// (padding at the first step). Rows of a sentence are adjacent, sentences keep their order, and
  /// each has the same number of rows. A sentence none of whose rows is continued is dropped.
  /// Returns state.next with the results that `request` asks for; there are fewer best tokens if
  /// the vocabulary has fewer.
  virtual const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                                 std::span<const int32_t> parents, const StepRequest& request) = 0;
  /// Id before the first token: padding, the last id.
  virtual int32_t start_token() const = 0;
  /// Number of decoder layers with attention over the source.
  virtual int64_t num_layers() const = 0;
  /// The step whose attention, in the heads of aligning_heads(), aligns a token.
  virtual AlignmentStep alignment_step() const { return AlignmentStep::kPredicting; }
  /// True if steps compute the probabilities of all tokens, requested or not.
  virtual bool needs_distributions() const { return false; }
};

}  // namespace dragoman
