#pragma once

#include "architecture/step_model.h"
#include "model/transformer.h"

namespace dragoman {

/// A language model's modules as a StepModel: the source is a prompt, the translation its
/// continuation. The first step's token stands for the prompt's last token, or, if the prompt is
/// empty, for itself. Each step computes the whole context, without a cache of keys and values. It
/// is the reference for the engine, and runs on devices that have no engine. The module must be in
/// evaluation mode.
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

/// Returns the StepModel for a translation model or a language model.
std::unique_ptr<StepModel> make_stepper(Transformer model);

}  // namespace dragoman
