#pragma once

#include <memory>
#include <string>
#include <vector>

namespace dragoman {

/// The attention weights of one layer: [heads][queries][keys], each row sums to 1.
using LayerAttention = std::vector<std::vector<std::vector<float>>>;

/// Where a model looks as it reads a source and a translation of it.
struct AttentionMaps {
  std::vector<std::string> source_tokens;  // S pieces, end of sentence last
  std::vector<std::string> target_tokens;  // T pieces, end of sentence last: what each row predicts
  std::vector<std::string> target_inputs;  // T pieces that the decoder reads, "<s>" first
  std::vector<LayerAttention> encoder;     // [layers][heads][S][S]
  std::vector<LayerAttention> decoder;     // [layers][heads][T][T], 0 above the diagonal
  std::vector<LayerAttention> cross;       // [layers][heads][T][S]; a language model has none
};

/// Opens a model folder to look at its attention, on the CPU in fp32. May be called from several
/// threads at once.
class AttentionViewer {
 public:
  explicit AttentionViewer(const std::string& run);
  ~AttentionViewer();

  /// Of a language model `source` is not looked at. Throws std::invalid_argument for texts longer
  /// than the model takes.
  AttentionMaps view(const std::string& source, const std::string& target) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace dragoman
