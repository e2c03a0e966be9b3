#pragma once

#include <map>

#include "data/update_parts.h"
#include "model_folder/train_settings.h"
#include "train/part_tree.h"
#include "train/replicas.h"
#include "train/update_numbers.h"

namespace dragoman {

/// What the parts of an update that a process computes come to.
struct OwnParts {
  std::map<TreeNode, Gradients> gradients;  // sums of them
  DeviceLosses losses;                      // of each part
};

/// The gradients of each part's loss, summed in a fixed order: the same for any number of replicas.
/// Masks of dropout derive from `dropout_key` and the part's number.
OwnParts compute_gradients(Replicas& replicas, const UpdateParts& update,
                           const TrainSettings& settings, uint64_t dropout_key);

}  // namespace dragoman
