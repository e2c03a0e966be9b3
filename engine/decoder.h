#pragma once

#include <memory>
#include <vector>

#include "engine/encoder.h"
#include "engine/key_value_cache.h"
#include "engine/layer_runner.h"
#include "engine/output_layer.h"

namespace dragoman {

/// State of the decoding of a batch. Keys and values of each token stay where they were written.
/// Each row records its tokens, so nothing moves when rows are chosen, copied or dropped. A
/// language model whose context is full goes on from the last half of it.
class Decoder : public DecoderState {
 public:
  Decoder(const Plan& plan, const Kernels& kernels, std::unique_ptr<EncodedSentences> source);

  /// As StepModel::step().
  void step(std::span<const int32_t> tokens, std::span<const int32_t> parents,
            const StepRequest& request);
  /// Adds the attention of all further steps to `record`, which must outlive this object.
  void record_attention(AttentionRecord& record);

 private:
  /// A row of the newest step.
  struct Row {
    int32_t sentence = 0;
    std::shared_ptr<const Context> context;  // what a language model read before the steps
    std::vector<int32_t> path;               // its tokens of the steps, as entries of cache_

    /// Position of the newest step's token.
    int64_t position() const {
      const size_t before = context == nullptr ? 0 : context->tokens.size();
      return static_cast<int64_t>(before + path.size()) - 1;
    }
  };

  void follow(std::span<const int32_t> tokens, std::span<const int32_t> parents);
  void slide_full_contexts();
  void slide_context(Row& row);
  void run_outputs(const StepRequest& request);
  /// Layer and heads whose attention the request asks for.
  AligningHeads attending_heads(const StepRequest& request) const;
  /// If `heads` are of this layer, writes the mean of their attention over the source.
  void run_layer(size_t layer, const Rows& states, const AligningHeads& heads);
  void make_room_for_record();
  /// Where the attention of a row of the newest step is recorded; null if it is not.
  std::vector<float>* recorded(AttentionRecord::Layers AttentionRecord::*layers, size_t layer,
                               int64_t row) const;
  void attend_to_source(size_t layer, const Rows& states, const AligningHeads& heads);
  /// Makes room in `next` for each row's attention over the source.
  float* make_room_for_attention();
  const Plan& plan_;
  std::unique_ptr<EncodedSentences> source_;
  Workspace& space_;                  // that of source_
  std::vector<OutputLayer> outputs_;  // one; or one for each sentence, if sentences have candidates
  LayerRunner runner_;
  const Kernels& kernels_;
  KeyValueCache cache_;
  std::vector<Row> rows_;
  AttentionRecord* record_ = nullptr;
};

}  // namespace dragoman
