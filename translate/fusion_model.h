#pragma once

#include <memory>

#include "architecture/step_model.h"

namespace dragoman {

/// Shallow fusion (Gulcehre et al. 2015): a token scores the translator's log p(token | source,
/// prefix) + weight * the language model's log p(token | prefix). The sums are not normalised;
/// search adds them up as it adds log-probabilities.
class FusionModel : public StepModel {
 public:
  /// Both models need the same target vocabulary, and the language model was trained on lines.
  FusionModel(std::unique_ptr<StepModel> translator, std::unique_ptr<StepModel> language_model,
              double weight);

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override;
  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override;
  int32_t start_token() const override { return translator_->start_token(); }
  int64_t num_layers() const override { return translator_->num_layers(); }
  AlignmentStep alignment_step() const override { return translator_->alignment_step(); }
  bool needs_distributions() const override { return true; }

 private:
  std::unique_ptr<StepModel> translator_, language_model_;
  double weight_;
};

}  // namespace dragoman
