#pragma once

#include <torch/types.h>

#include "data/batch.h"
#include "model/transformer.h"
#include "model_folder/train_settings.h"

namespace dragoman {

/// A batch's links on the device that computes, as BatchLinks has them.
struct LinkTensors {
  torch::Tensor targets;  // [L] int64, in the flattened [B, T]
  torch::Tensor sources;  // [L] int64, in S
  torch::Tensor weights;  // [L] fp32

  bool empty() const { return targets.size(0) == 0; }
};

/// A batch on the device that computes, but for the source, which the encoder lays out for it. N is
/// the number of target tokens without padding.
struct BatchTensors {
  torch::Tensor source;        // [B, S] int64, on the CPU
  torch::Tensor target_input;  // [B, T] int64
  torch::Tensor places;        // [N] int64: where in the flattened [B, T] the target tokens are
  torch::Tensor targets;       // [N] int64: the tokens there
  LinkTensors links;
};

/// Copies a batch, which may then be dropped; the device is not waited for.
BatchTensors to_device(const Batch& batch, const torch::Device& device);

/// The batch and the same once more, below: 2B rows, 2N places; the N targets are those of both.
/// Links have half their weight, so that a sum over all is the mean of both.
BatchTensors twice(const BatchTensors& batch);

/// How a forward pass computes.
struct ForwardOptions {
  TrainPrecision precision = TrainPrecision::kFp32;  // in which matrices are multiplied
  SourceRows rows = SourceRows::kPacked;             // of the encoder
};

/// The decoder's states at the target tokens, padding left out: [N, D] of fp32, one for each place.
/// Where `guided` is given, it becomes what
/// Transformer::decode() says.
torch::Tensor target_states(TransformerImpl& model, const BatchTensors& batch,
                            const ForwardOptions& options = {}, torch::Tensor* guided = nullptr);

inline PadIds pad_ids(const VocabularySizes& sizes) {
  return {static_cast<int32_t>(sizes.source - 1), static_cast<int32_t>(sizes.target - 1)};
}

}  // namespace dragoman
