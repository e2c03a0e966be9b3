#pragma once

#include "architecture/aligning_heads.h"
#include "architecture/step_model.h"
#include "model/transformer.h"

namespace dragoman {

/// A Transformer's modules as a StepModel, on any device: for validation on a device, for `--device
/// cuda`, and as the reference for faster StepModels. The module must be in evaluation mode during
/// every call.
class TransformerStepper : public StepModel {
 public:
  explicit TransformerStepper(Transformer model) : model_(std::move(model)) {}

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override;
  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override;
  int32_t start_token() const override { return static_cast<int32_t>(model_->sizes().target - 1); }
  int64_t num_layers() const override { return model_->settings().decoder_layers; }
  AlignmentStep alignment_step() const override { return aligning_heads(model_->settings()).step; }

 private:
  Transformer model_;
};

}  // namespace dragoman
