#include "train/shard_sum.h"

#include <torch/utils.h>

#include <algorithm>

#include "kernels/kernels.h"
#include "threads/parallel_for.h"

namespace dragoman {
namespace {

constexpr int64_t kBlocksOfTask = 8;

/// Returns for each process the nodes that it has summed.
std::vector<std::vector<TreeNode>> nodes_of_all(int64_t num_parts, int64_t processes) {
  std::vector<std::vector<TreeNode>> nodes;
  for (int64_t process = 0; process < processes; ++process)
    nodes.push_back(nodes_of(parts_of_process(num_parts, process, processes), num_parts));
  return nodes;
}

/// Returns the nodes' gradients, grouped by shard, on the device of the weights.
torch::Tensor pack(const FlatWeights& weights, int64_t processes,
                   const std::map<TreeNode, Gradients>& nodes) {
  const auto count = static_cast<int64_t>(nodes.size());
  const torch::Tensor packed = torch::empty({count * weights.size()}, weights.all().options());
  int64_t place = 0;
  for (int64_t process = 0; process < processes; ++process) {
    const ElementRange shard = shard_of(weights.size(), process, processes);
    for (const auto& [node, gradients] : nodes) {
      weights.copy(gradients, shard, packed.narrow(0, place, shard.size()));
      place += shard.size();
    }
  }
  return packed;
}

/// Sums the rows of `values` [nodes, size], one for each of `nodes`, in place, and rounds each sum
/// to `format`. The first row becomes the total.
void sum_nodes(const std::vector<TreeNode>& nodes, int64_t num_parts, torch::Dtype format,
               const torch::Tensor& values) {
  PartTree<torch::Tensor> tree(num_parts, {0, num_parts},
                               [&](torch::Tensor& sum, torch::Tensor&& other) {
                                 sum.add_(other);
                                 round_to(format, sum);
                               });
  for (size_t i = 0; i < nodes.size(); ++i) tree.add(nodes[i], values[static_cast<int64_t>(i)]);
}

/// The same for values on the CPU, by our kernels and all threads.
void sum_nodes_here(const std::vector<TreeNode>& nodes, int64_t num_parts, torch::Dtype format,
                    float* values, int64_t size) {
  constexpr int64_t kTask = kBlocksOfTask * kElementsOfBlock;
  const auto add = chosen_kernels().training.add;
  parallel_for((size + kTask - 1) / kTask, 1, [&](int64_t first, int64_t last) {
    const int64_t begin = first * kTask, width = std::min(size, last * kTask) - begin;
    PartTree<float*> tree(num_parts, {0, num_parts}, [&](float*& sum, float*&& other) {
      add(other, width, sum);
      round_to(format, torch::from_blob(sum, {width}, torch::kFloat32));
    });
    for (size_t i = 0; i < nodes.size(); ++i)
      tree.add(nodes[i], values + static_cast<int64_t>(i) * size + begin);
  });
}

}  // namespace

torch::Tensor sum_shard(const FlatWeights& weights, Exchange& exchange, torch::Dtype format,
                        int64_t num_parts, std::map<TreeNode, Gradients> nodes) {
  torch::NoGradGuard no_grad;
  if (exchange.size() == 1) {
    const torch::Tensor sum = torch::empty_like(weights.all());
    weights.copy(nodes.begin()->second, {0, weights.size()}, sum);
    return sum;
  }
  const int64_t processes = exchange.size(),
                own_size = shard_of(weights.size(), exchange.rank(), processes).size();
  const torch::Tensor sent = pack(weights, processes, nodes).to(format);
  const auto num_nodes = static_cast<int64_t>(nodes.size());
  nodes.clear();
  std::vector<int64_t> sent_sizes, received_sizes;
  std::vector<TreeNode> all_nodes;
  const auto nodes_by_process = nodes_of_all(num_parts, processes);
  for (int64_t process = 0; process < processes; ++process) {
    const std::vector<TreeNode>& theirs = nodes_by_process[static_cast<size_t>(process)];
    sent_sizes.push_back(num_nodes * shard_of(weights.size(), process, processes).size());
    received_sizes.push_back(static_cast<int64_t>(theirs.size()) * own_size);
    all_nodes.insert(all_nodes.end(), theirs.begin(), theirs.end());
  }
  const torch::Tensor received =
      torch::empty({static_cast<int64_t>(all_nodes.size()), own_size}, sent.options());
  exchange.all_to_all(sent, sent_sizes, received.view(-1), received_sizes);
  const torch::Tensor values = received.to(torch::kFloat32);
  if (values.is_cpu()) {
    sum_nodes_here(all_nodes, num_parts, format, values.mutable_data_ptr<float>(), own_size);
  } else {
    sum_nodes(all_nodes, num_parts, format, values);
  }
  return values[0];
}

}  // namespace dragoman
