#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace dragoman {

/// Source sentences as rows of equal length, row-major, padded with the last source id.
struct SourceBatch {
  int64_t rows = 0;          // B
  int64_t length = 0;        // S
  std::vector<int64_t> ids;  // [B, S]
};

/// The k best next tokens of each row, best first, with their log-probabilities: [rows, k].
struct NextTokens {
  int64_t k = 0;
  std::vector<int32_t> tokens;
  std::vector<float> log_probabilities;
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
  /// number of rows; a sentence whose rows no one continues is dropped. Gives the k best next
  /// tokens (fewer where the vocabulary is smaller), in state.next.
  virtual const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                                 std::span<const int32_t> parents, int64_t k) = 0;
  /// Id that stands before the first token: padding, the last one.
  virtual int32_t start_token() const = 0;
};

}  // namespace dragoman
