#pragma once

#include <map>

#include "train/exchange.h"
#include "train/exchange_format.h"
#include "train/flat_weights.h"
#include "train/part_tree.h"

namespace dragoman {

/// Sums the gradients of all parts of an update for the weights that this process owns. `nodes`:
/// what this process has summed of its own parts (PartTree::values()), rounded to `format`, in
/// which each node's gradients travel to the owners, who sum them in the order of the tree. [size
/// of the shard], on the device of the weights. All processes take part.
torch::Tensor sum_shard(const FlatWeights& weights, Exchange& exchange, torch::Dtype format,
                        int64_t num_parts, std::map<TreeNode, Gradients> nodes);

}  // namespace dragoman
