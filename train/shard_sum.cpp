#include "train/shard_sum.h"

#include <torch/utils.h>

#include <algorithm>

#include "kernels/kernels.h"
#include "model/one_torch_thread.h"
#include "threads/parallel_for.h"
#include "threads/thread_count.h"
#include "train/exchange_format.h"

namespace dragoman {
namespace {

constexpr int64_t kBlocksOfTask = 8;

/// Returns the nodes' gradients of a bucket, grouped by stripe, on the device of the weights.
torch::Tensor pack(const FlatWeights& weights, const Shards& shards, const Bucket& bucket,
                   int64_t processes, const std::map<TreeNode, Gradients>& nodes) {
  const auto count = static_cast<int64_t>(nodes.size());
  const torch::Tensor packed =
      torch::empty({count * bucket.elements.size()}, weights.all().options());
  int64_t place = 0;
  for (int64_t process = 0; process < processes; ++process) {
    const ElementRange stripe = shards.stripe_of(bucket, process);
    for (const auto& [node, gradients] : nodes) {
      weights.copy(gradients, stripe, packed.narrow(0, place, stripe.size()));
      place += stripe.size();
    }
  }
  return packed;
}

/// Moves the sums of a bucket to the places of its weights among all weights.
void put_in_place(std::map<TreeNode, Gradients>&& of_bucket, const Bucket& bucket,
                  size_t num_weights, std::map<TreeNode, Gradients>& nodes) {
  for (auto& [node, gradients] : of_bucket) {
    Gradients& all = nodes[node];
    all.resize(num_weights);
    std::move(gradients.begin(), gradients.end(),
              all.begin() + static_cast<std::ptrdiff_t>(bucket.first));
  }
}

/// Frees the gradients of a bucket's weights, except those that the bucket before needs: it holds
/// the beginning of the first weights.
void release(const FlatWeights& weights, const Bucket& bucket,
             std::map<TreeNode, Gradients>& nodes) {
  for (auto& [node, gradients] : nodes) {
    for (size_t i = bucket.first; i < gradients.size(); ++i)
      if (weights.begin_of(i) >= bucket.elements.begin) gradients[i].reset();
  }
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

ShardSum::ShardSum(TrainedTensors& tensors, GradientSums& sums, Exchange& exchange)
    : tensors_(tensors),
      weights_(tensors.flat()),
      shards_(tensors.shards()),
      sums_(sums),
      exchange_(exchange),
      threads_(thread_count()) {
  const bool overlaps = shards_.buckets().size() > 1;
  sum_ = std::async(overlaps ? std::launch::async : std::launch::deferred,
                    [this] { return exchange_buckets(); });
}

ShardSum::~ShardSum() {
  if (sum_.valid()) sums_.abandon();
}

torch::Tensor ShardSum::exchange_buckets() {
  const torch::NoGradGuard no_grad;
  const ThreadCount threads(threads_);
  use_one_torch_thread();
  const torch::Tensor shard = torch::empty({shards_.size()}, weights_.all().options());
  std::map<TreeNode, Gradients> nodes;  // of all weights, as far as they are needed
  int64_t place = shards_.size();
  for (size_t b = shards_.buckets().size(); b-- > 0;) {
    const Bucket& bucket = shards_.buckets()[b];
    put_in_place(sums_.take(b), bucket, weights_.count(), nodes);
    tensors_.finish_update();  // then the exchange is free
    const int64_t size = shards_.stripe_of(bucket, exchange_.rank()).size();
    place -= size;
    const torch::Tensor sum = shard.narrow(0, place, size);
    if (exchange_.size() == 1) {
      weights_.copy(nodes.begin()->second, bucket.elements, sum);
      continue;
    }
    const torch::Tensor sent =
        pack(weights_, shards_, bucket, exchange_.size(), nodes).to(sums_.format());
    release(weights_, bucket, nodes);
    sum_stripe(bucket, sent, static_cast<int64_t>(nodes.size()), sum);
  }
  return shard;
}

/// Exchanges a bucket's gradients, and sums this process's stripe of it into `sum`. `sent`: those
/// of `num_nodes` nodes, from pack().
void ShardSum::sum_stripe(const Bucket& bucket, const torch::Tensor& sent, int64_t num_nodes,
                          const torch::Tensor& sum) {
  const int64_t processes = exchange_.size();
  const std::vector<int64_t> stripes = shards_.stripe_sizes(bucket);
  std::vector<int64_t> sent_sizes, received_sizes;
  std::vector<TreeNode> all_nodes;
  for (int64_t process = 0; process < processes; ++process) {
    const std::vector<TreeNode> theirs =
        nodes_of(parts_of_process(sums_.num_parts(), process, processes), sums_.num_parts());
    sent_sizes.push_back(num_nodes * stripes[static_cast<size_t>(process)]);
    received_sizes.push_back(static_cast<int64_t>(theirs.size()) * sum.size(0));
    all_nodes.insert(all_nodes.end(), theirs.begin(), theirs.end());
  }
  const torch::Tensor received =
      torch::empty({static_cast<int64_t>(all_nodes.size()), sum.size(0)}, sent.options());
  const Traffic before = exchange_.traffic();
  exchange_.all_to_all(sent, sent_sizes, received.view(-1), received_sizes);
  Traffic of_bucket = exchange_.traffic() - before;
  if (!sums_.are_complete()) of_bucket.hidden_seconds = of_bucket.seconds;
  traffic_ = traffic_ + of_bucket;
  const torch::Tensor values = received.to(torch::kFloat32);
  if (values.is_cpu()) {
    sum_nodes_here(all_nodes, sums_.num_parts(), sums_.format(), values.mutable_data_ptr<float>(),
                   sum.size(0));
  } else {
    sum_nodes(all_nodes, sums_.num_parts(), sums_.format(), values);
  }
  sum.copy_(values[0]);
}

}  // namespace dragoman
