#pragma once

#include <memory>
#include <vector>

#include "architecture/step_model.h"

namespace dragoman {

/// Several models with the same vocabularies as one model. Its probabilities are the weighted means
/// of the members'. Its attention is the weighted mean over the members whose alignment_step() is
/// that of the first.
class EnsembleModel : public StepModel {
 public:
  /// `weights`: one for each member, any positive numbers; only their ratios matter.
  EnsembleModel(std::vector<std::unique_ptr<StepModel>> members, std::vector<double> weights);

  std::unique_ptr<EncodedSource> encode(const SourceBatch& source) override;
  std::unique_ptr<DecoderState> start(std::unique_ptr<EncodedSource> source) override;
  const NextTokens& step(DecoderState& state, std::span<const int32_t> tokens,
                         std::span<const int32_t> parents, const StepRequest& request) override;
  int32_t start_token() const override { return members_.front()->start_token(); }
  int64_t num_layers() const override;
  AlignmentStep alignment_step() const override { return members_.front()->alignment_step(); }
  bool needs_distributions() const override { return true; }

 private:
  /// The weights for the members' attention; their sum is 1.
  std::vector<double> weights_of_attention(const StepRequest& request) const;

  std::vector<std::unique_ptr<StepModel>> members_;
  std::vector<double> weights_;  // their sum is 1
};

}  // namespace dragoman
