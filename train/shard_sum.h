#pragma once

#include <map>

#include "train/exchange.h"
#include "train/exchange_format.h"
#include "train/flat_weights.h"
#include "train/part_tree.h"

namespace dragoman {

/// Sums the gradients of all parts of an update for the weights that this process owns: [size of
/// the shard], on the device of the weights. `nodes`: this process's sums of its own parts
/// (PartTree::values()), rounded to `format`. Processes exchange them in `format`; the owners sum
/// them in the order of the tree. All processes must call it.
torch::Tensor sum_shard(const FlatWeights& weights, Exchange& exchange, torch::Dtype format,
                        int64_t num_parts, std::map<TreeNode, Gradients> nodes);

}  // namespace dragoman
