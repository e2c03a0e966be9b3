#pragma once

#include <memory>
#include <string>
#include <vector>

namespace dragoman {

/// The attention weights of one layer: [heads][queries][keys], each row sums to 1.
using LayerAttention = std::vector<std::vector<std::vector<float>>>;

/// The attention weights of a model for a source and a given translation. In a stream of text the
/// line feed takes the place of "<s>" and end of sentence.
struct AttentionMaps {
  std::vector<std::string> source_tokens;  // S pieces, end of sentence last
  std::vector<std::string> target_tokens;  // T pieces, end of sentence last: row t predicts piece t
  std::vector<std::string> target_inputs;  // T pieces that the decoder reads, "<s>" first
  std::vector<LayerAttention> encoder;     // [layers][heads][S][S]
  std::vector<LayerAttention> decoder;     // [layers][heads][T][T], 0 above the diagonal
  std::vector<LayerAttention> cross;       // [layers][heads][T][S]; a language model has none
};

/// Opens a model folder to compute its attention weights, on the CPU in fp32. Thread-safe.
class AttentionViewer {
 public:
  explicit AttentionViewer(const std::string& run);
  ~AttentionViewer();

  /// Computes the attention weights. A language model ignores `source`. Throws
  /// std::invalid_argument for a text longer than the model's maximum length.
  AttentionMaps view(const std::string& source, const std::string& target) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman
