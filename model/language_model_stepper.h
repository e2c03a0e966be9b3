#pragma once

#include "architecture/step_model.h"
#include "model/transformer.h"

namespace dragoman {

/// The modules of a language model as a StepModel: the source is a prompt, the translation what
/// follows it. The start token stands for a prompt's last token, and for itself where the prompt is
/// empty. Every step computes the whole context: it is the reference for the engine, which keeps
/// keys and values, and serves where there is no engine. The module must be in evaluation mode.
class LanguageModelStepper : public StepModel {
 public:
  explicit LanguageModelStepper(Transformer model) : model_(std::move(model)) {}

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override;
  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override;
  int32_t start_token() const override { return static_cast<int32_t>(model_->sizes().target - 1); }
  int64_t num_layers() const override { return 0; }

 private:
  Transformer model_;
};

/// The modules of a model of either architecture as a StepModel.
std::unique_ptr<StepModel> make_stepper(Transformer model);

}  // namespace dragoman
