#pragma once

#include "architecture/step_model.h"
#include "engine/attention_record.h"
#include "engine/plan.h"
#include "engine/workspace.h"

namespace dragoman {

/// A Transformer on the CPU. Computes the same function as TransformerStepper, from weights that
/// are packed once; a step allocates no tensors. The result of a sentence depends on that sentence
/// alone, bit for bit: neither other rows nor threads change the order of a sum.
class EngineModel : public StepModel {
 public:
  /// Asks `weights` for each weight once, and packs it.
  EngineModel(const ModelSettings& settings, const VocabularySizes& vocabulary,
              const WeightSource& weights, NumberFormat format,
              const Kernels& kernels = chosen_kernels());
  /// Takes a plan whose weights are packed for `kernels`.
  explicit EngineModel(Plan plan, const Kernels& kernels = chosen_kernels());

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override;
  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override;
  /// Returns all attention weights as the model reads `source` and then the decoder's inputs, the
  /// start token first. A language model ignores `source`.
  AttentionRecord attention(const std::vector<int64_t>& source,
                            std::span<const int32_t> inputs) const;
  int32_t start_token() const override { return static_cast<int32_t>(plan_.sizes.target_padding); }
  int64_t num_layers() const override {
    return plan_.is_language_model() ? 0 : static_cast<int64_t>(plan_.decoder_layers.size());
  }
  AlignmentStep alignment_step() const override { return plan_.sizes.aligning.step; }

 private:
  Plan plan_;
  const Kernels& kernels_;
  std::shared_ptr<WorkspacePool> workspaces_ = std::make_shared<WorkspacePool>();
};

}  // namespace dragoman
