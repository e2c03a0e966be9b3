#pragma once

#include <memory>
#include <vector>

#include "engine/encoder.h"
#include "engine/layer_runner.h"
#include "engine/output_layer.h"

namespace dragoman {

/// Where the decoding of a batch stands. Keys and values of each step are kept as they were made; a
/// row knows by which rows of earlier steps it came, so that nothing moves when rows are chosen,
/// copied or dropped.
class Decoder : public DecoderState {
 public:
  Decoder(const Plan& plan, const Kernels& kernels, std::unique_ptr<EncodedSentences> source);

  /// As StepModel::step().
  void step(std::span<const int32_t> tokens, std::span<const int32_t> parents,
            const StepRequest& request);

 private:
  struct Step {
    int64_t rows = 0;
    AttentionMemory memory;  // [layers, rows]
  };

  void follow(std::span<const int32_t> parents);
  void run_outputs(const StepRequest& request);
  void run_layer(size_t layer, const Rows& states, float* mean_weights);
  /// Room for each row's attention over the source.
  float* make_room_for_attention();
  const Plan& plan_;
  std::unique_ptr<EncodedSentences> source_;
  Workspace space_;
  std::vector<OutputLayer> outputs_;  // one, or of sentences with candidates one each
  LayerRunner runner_;
  const Kernels& kernels_;
  std::vector<Step> steps_;
  std::vector<int32_t> sentences_;           // of each row
  std::vector<std::vector<int32_t>> paths_;  // of each row, its row in every step
};

}  // namespace dragoman
