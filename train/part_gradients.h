#pragma once

#include <map>

#include "data/update_parts.h"
#include "model_folder/train_settings.h"
#include "train/part_tree.h"
#include "train/replicas.h"
#include "train/update_numbers.h"

namespace dragoman {

/// Gradients and losses of the parts that this process computes.
struct OwnParts {
  std::map<TreeNode, Gradients> gradients;  // of the parts, summed by node
  DeviceLosses losses;                      // of each part
};

/// Computes the gradients of each part's loss and sums them in a fixed order: the result is the
/// same for any number of replicas. Dropout masks derive from `dropout_key` and the part's number.
OwnParts compute_gradients(Replicas& replicas, const UpdateParts& update,
                           const TrainSettings& settings, uint64_t dropout_key);

}  // namespace dragoman
