#pragma once

#include <torch/types.h>

#include "data/batch.h"
#include "model/transformer.h"
#include "model_folder/train_settings.h"

namespace dragoman {

/// The BatchLinks of a batch, on the computing device.
struct LinkTensors {
  torch::Tensor targets;  // [L] int64: index in the flattened [B, T]
  torch::Tensor sources;  // [L] int64: index in S
  torch::Tensor weights;  // [L] fp32

  bool empty() const { return targets.size(0) == 0; }
};

/// A batch on the computing device, except the source, which the encoder lays out for the device. N
/// is the number of target tokens without padding.
struct BatchTensors {
  torch::Tensor source;        // [B, S] int64, on the CPU
  torch::Tensor target_input;  // [B, T] int64
  torch::Tensor places;        // [N] int64: indices of the target tokens in the flattened [B, T]
  torch::Tensor targets;       // [N] int64: the target tokens
  LinkTensors links;
};

/// Copies a batch to a device, without waiting for the device. The batch may be destroyed
/// afterwards.
BatchTensors to_device(const Batch& batch, const torch::Device& device);

/// Returns the batch stacked on itself: 2B rows, 2N places. The N targets serve both halves. Links
/// get half their weight, so that a sum over both halves is their mean.
BatchTensors twice(const BatchTensors& batch);

/// Options of a forward pass.
struct ForwardOptions {
  TrainPrecision precision = TrainPrecision::kFp32;  // of matrix products
  SourceRows rows = SourceRows::kPacked;             // of the encoder
};

/// Returns the decoder's states at the target tokens, without padding: [N, D] fp32, one for each
/// place. If `guided` is given, Transformer::decode() fills it.
torch::Tensor target_states(TransformerImpl& model, const BatchTensors& batch,
                            const ForwardOptions& options = {}, torch::Tensor* guided = nullptr);

/// Returns the padding ids: the last id of each vocabulary.
inline PadIds pad_ids(const VocabularySizes& sizes) {
  return {static_cast<int32_t>(sizes.source - 1), static_cast<int32_t>(sizes.target - 1)};
}

}  // namespace dragoman
