#include "train/shards.h"

#include <torch/utils.h>

#include <algorithm>
#include <cstdlib>

#include "catch.h"

namespace dragoman {
namespace {

/// Weights of so many elements each.
NamedTensors weights_of(const std::vector<int64_t>& sizes) {
  NamedTensors weights;
  for (const int64_t size : sizes)
    weights.emplace_back(std::to_string(weights.size()), torch::zeros({size}));
  return weights;
}

/// Like those of a model: large and small ones in turn; the first one is the largest.
FlatWeights model_like(int64_t scale) {
  std::vector<int64_t> sizes{20 * scale};
  for (int layer = 0; layer < 6; ++layer)
    for (const int64_t size : {12 * scale, int64_t{36}, 4 * scale, int64_t{12}, 16 * scale})
      sizes.push_back(size);
  return FlatWeights(weights_of(sizes));
}

}  // namespace

TEST_CASE("processes own whole blocks, each block once, in buckets that hold whole weights") {
  const FlatWeights weights = model_like(GENERATE(1, 100, 8192, 30000));
  for (int64_t processes = 1; processes <= 8; ++processes) {
    const Shards shards(weights, 0, processes);
    if (processes == 1) CHECK(shards.buckets().size() == 1);
    int64_t end = 0;
    size_t weight = 0;
    for (const Bucket& bucket : shards.buckets()) {
      CHECK(bucket.first == weight);
      CHECK(bucket.num_weights() > 0);
      CHECK(bucket.elements.begin == end);
      CHECK(bucket.elements.begin >= weights.begin_of(bucket.first));
      for (int64_t process = 0; process < processes; ++process) {
        const ElementRange stripe = shards.stripe_of(bucket, process);
        CHECK(stripe.begin == end);
        CHECK((stripe.begin % kElementsOfBlock == 0 || stripe.begin == weights.size()));
        CHECK(std::abs(stripe.size() - bucket.elements.size() / processes) <= kElementsOfBlock);
        end = stripe.end;
      }
      CHECK(end == bucket.elements.end);
      weight = bucket.past;
    }
    CHECK(end == weights.size());
    CHECK(weight == weights.count());
  }
}

TEST_CASE("several processes divide large weights into several buckets, of nearly equal shares") {
  const FlatWeights weights = model_like(30000);
  for (int64_t processes = 2; processes <= 8; ++processes) {
    CHECK(Shards(weights, 0, processes).buckets().size() >= 6);
    for (int64_t process = 0; process < processes; ++process) {
      const int64_t share = weights.size() / processes;
      CHECK(std::abs(Shards(weights, process, processes).size() - share) < share / 20);
    }
  }
}

TEST_CASE("processes' shards are put together to the array that they were taken from") {
  const FlatWeights weights = model_like(GENERATE(100, 8192));
  const torch::Tensor array = torch::randn({weights.size()});
  for (int64_t processes = 1; processes <= 4; ++processes) {
    const torch::Tensor copy = torch::zeros_like(array);
    std::vector<std::vector<double>> blocks;  // numbers of the blocks of each process
    for (int64_t process = 0; process < processes; ++process) {
      const Shards shards(weights, process, processes);
      CHECK(shards.own(array).size(0) == shards.size());
      shards.put_own(shards.own(array), copy);
      blocks.emplace_back();
      for (const Bucket& bucket : shards.buckets()) {
        const ElementRange stripe = shards.stripe_of(bucket, process);
        for (int64_t begin = stripe.begin; begin < stripe.end; begin += kElementsOfBlock)
          blocks.back().push_back(static_cast<double>(begin / kElementsOfBlock));
      }
    }
    CHECK(torch::equal(copy, array));
    const std::vector<double> in_order = Shards(weights, 0, processes).in_order(blocks);
    CHECK(std::ssize(in_order) == (weights.size() + kElementsOfBlock - 1) / kElementsOfBlock);
    CHECK(std::is_sorted(in_order.begin(), in_order.end()));
  }
}

TEST_CASE("weights become one array, and gradients are copied as it is laid out") {
  torch::manual_seed(5);
  const torch::Tensor a = torch::randn({3, 5}), b = torch::randn({40});
  const NamedTensors weights{{"a", a.clone()}, {"b", b.clone()}};
  const FlatWeights flat(weights);
  CHECK(flat.size() == 16 + 48);
  CHECK(torch::equal(weights[0].second, a));
  CHECK(torch::equal(weights[1].second, b));
  flat.all().mul_(2);
  CHECK(torch::equal(weights[1].second, b * 2));
  CHECK(torch::equal(flat.views(flat.all(), "x.").front().second, a * 2));
  CHECK(flat.views(flat.all(), "x.").back().first == "x.b");
  const torch::Tensor part = torch::full({30}, 7.0);
  flat.copy({a, torch::Tensor()}, {10, 40}, part);
  CHECK(torch::equal(part.narrow(0, 0, 5), a.flatten().narrow(0, 10, 5)));
  CHECK(part.narrow(0, 5, 25).abs().sum().item<double>() == 0);
  flat.copy({a, b}, {10, 40}, part);
  CHECK(torch::equal(part.narrow(0, 6, 24), b.narrow(0, 0, 24)));
}

}  // namespace dragoman
