#pragma once

#include "data/update_parts.h"
#include "model_folder/train_settings.h"
#include "train/gradient_sums.h"
#include "train/replicas.h"
#include "train/update_numbers.h"

namespace dragoman {

/// Computes the gradients of each part's loss and adds them to `sums`, in a fixed order: the result
/// is the same for any number of replicas. Dropout masks derive from `dropout_key` and the part's
/// number. Returns the losses of each part.
DeviceLosses compute_gradients(Replicas& replicas, const UpdateParts& update,
                               const TrainSettings& settings, uint64_t dropout_key,
                               GradientSums& sums);

}  // namespace dragoman
