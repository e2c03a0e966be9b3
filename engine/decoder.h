#pragma once

#include <memory>
#include <vector>

#include "engine/encoder.h"
#include "engine/layer_runner.h"
#include "engine/output_layer.h"

namespace dragoman {

/// Where the decoding of a batch stands. Keys and values of each step are kept as they were made; a
/// row knows by which rows of earlier steps it came, so that nothing moves when rows are chosen,
/// copied or dropped. A language model whose context is full goes on from the last half of it.
class Decoder : public DecoderState {
 public:
  Decoder(const Plan& plan, const Kernels& kernels, std::unique_ptr<EncodedSentences> source);
  ~Decoder() override;

  /// As StepModel::step().
  void step(std::span<const int32_t> tokens, std::span<const int32_t> parents,
            const StepRequest& request);
  /// From now on steps are added to `record`, which must outlive this.
  void record_attention(AttentionRecord& record);

 private:
  struct Step {
    std::vector<int64_t> tokens;  // of each row
    AttentionMemory memory;       // [layers, rows]
  };
  /// A row of the newest step.
  struct Row {
    int32_t sentence = 0;
    std::shared_ptr<const Context> context;  // what a language model read before the steps
    size_t first_step = 0;                   // of those that the row goes back to
    std::vector<int32_t> path;               // its row in each of them

    /// Of the newest step.
    int64_t position() const {
      const size_t before = context == nullptr ? 0 : context->tokens.size();
      return static_cast<int64_t>(before + path.size()) - 1;
    }
  };

  void follow(std::span<const int32_t> tokens, std::span<const int32_t> parents);
  void make_room();
  void slide_context(Row& row);
  void run_outputs(const StepRequest& request);
  /// Whose attention a step is asked for.
  AligningHeads attending_heads(const StepRequest& request) const;
  /// Attention over the source is averaged over `heads` if they are of this layer.
  void run_layer(size_t layer, const Rows& states, const AligningHeads& heads);
  void make_room_for_record();
  /// Where the newest step's rows are recorded, if they are.
  std::vector<float>* recorded(AttentionRecord::Layers AttentionRecord::*layers, size_t layer,
                               int64_t row) const;
  void attend_to_source(size_t layer, const Rows& states, const AligningHeads& heads);
  /// Room for each row's attention over the source.
  float* make_room_for_attention();
  const Plan& plan_;
  std::unique_ptr<EncodedSentences> source_;
  Workspace& space_;                  // the source's
  std::vector<OutputLayer> outputs_;  // one, or of sentences with candidates one each
  LayerRunner runner_;
  const Kernels& kernels_;
  std::vector<Step> steps_;
  size_t forgotten_steps_ = 0;  // the first ones, which no row goes back to
  std::vector<Row> rows_;
  AttentionRecord* record_ = nullptr;
};

}  // namespace dragoman
