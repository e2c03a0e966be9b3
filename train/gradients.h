#pragma once

#include "data/batch.h"
#include "model/transformer.h"
#include "model_folder/train_settings.h"
#include "train/meters.h"

namespace dragoman {

/// What one batch of an update adds to the gradients.
struct GradientOptions {
  TrainPrecision precision = TrainPrecision::kFp32;
  double label_smoothing = 0;
  double r_drop = 0;  // alpha; 0: none
  uint64_t dropout_key = 0;
  int64_t target_tokens = 0;  // of the whole update, by which its loss is divided
};

/// Forward and backward through the model: adds the gradients of a batch's loss to those of the
/// weights, and gives the loss summed over its target tokens, a scalar. `meters` learn how the time
/// was spent.
torch::Tensor add_gradients(TransformerImpl& model, const Batch& batch,
                            const GradientOptions& options, Meters& meters);

}  // namespace dragoman
