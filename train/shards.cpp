#include "train/shards.h"

#include <torch/utils.h>

#include <algorithm>

namespace dragoman {
namespace {

/// More buckets hide more of the exchange behind the backward pass, but wait for more answers.
constexpr int64_t kMostBuckets = 8;
constexpr int64_t kLeastBlocks = 64;  // of a bucket: 2 MB

/// Returns buckets of at least `least` elements each, except the first one. They are made from the
/// last weight on, because gradients become known in that order.
std::vector<Bucket> make_buckets(const FlatWeights& weights, int64_t least) {
  std::vector<Bucket> buckets;
  Bucket next{.first = weights.count(), .past = weights.count(), .elements = {0, weights.size()}};
  int64_t end = weights.size();  // of the next bucket's weights
  while (next.first > 0) {
    const int64_t begin = weights.begin_of(--next.first);
    if (next.first > 0 && end - begin < least) continue;
    next.elements.begin = num_blocks(begin) * kElementsOfBlock;
    buckets.push_back(next);
    next = {.first = next.first, .past = next.first, .elements = {0, next.elements.begin}};
    end = begin;
  }
  std::reverse(buckets.begin(), buckets.end());
  return buckets;
}

/// Returns the elements that one of `processes` owns of an array of `size` elements: consecutive
/// blocks. The numbers of blocks of two processes differ by one at most.
ElementRange part_of(int64_t size, int64_t process, int64_t processes) {
  const auto border = [&](int64_t number) {
    return std::min(size, num_blocks(size) * number / processes * kElementsOfBlock);
  };
  return {border(process), border(process + 1)};
}

}  // namespace

Shards::Shards(const FlatWeights& weights, int64_t process, int64_t processes)
    : process_(process), processes_(processes) {
  const int64_t least_blocks = std::max(kLeastBlocks, processes),
                least = std::max(weights.size() / kMostBuckets, least_blocks * kElementsOfBlock);
  buckets_ = make_buckets(weights, processes == 1 ? weights.size() : least);
  for (const Bucket& bucket : buckets_) size_ += stripe_of(bucket, process).size();
}

ElementRange Shards::stripe_of(const Bucket& bucket, int64_t process) const {
  const ElementRange part = part_of(bucket.elements.size(), process, processes_);
  return {bucket.elements.begin + part.begin, bucket.elements.begin + part.end};
}

std::vector<int64_t> Shards::stripe_sizes(const Bucket& bucket) const {
  std::vector<int64_t> sizes;
  for (int64_t process = 0; process < processes_; ++process)
    sizes.push_back(stripe_of(bucket, process).size());
  return sizes;
}

torch::Tensor Shards::own(const torch::Tensor& all) const {
  if (size_ == all.size(0)) return all;
  std::vector<torch::Tensor> stripes;
  for (const Bucket& bucket : buckets_) {
    const ElementRange stripe = stripe_of(bucket, process_);
    stripes.push_back(all.narrow(0, stripe.begin, stripe.size()));
  }
  return torch::cat(stripes);
}

std::vector<Divided> Shards::divide(const torch::Tensor& all) const {
  std::vector<Divided> divided;
  for (const Bucket& bucket : buckets_) {
    const ElementRange range = bucket.elements;
    divided.push_back({all.narrow(0, range.begin, range.size()), stripe_sizes(bucket)});
  }
  return divided;
}

void Shards::put_own(const torch::Tensor& shard, const torch::Tensor& all) const {
  int64_t place = 0;
  for (const Bucket& bucket : buckets_) {
    const ElementRange stripe = stripe_of(bucket, process_);
    all.narrow(0, stripe.begin, stripe.size()).copy_(shard.narrow(0, place, stripe.size()));
    place += stripe.size();
  }
}

std::vector<double> Shards::in_order(const std::vector<std::vector<double>>& by_process) const {
  std::vector<double> all;
  std::vector<int64_t> next(by_process.size());
  for (const Bucket& bucket : buckets_) {
    for (size_t process = 0; process < by_process.size(); ++process) {
      const int64_t count = num_blocks(stripe_of(bucket, static_cast<int64_t>(process)).size());
      const auto from = by_process[process].begin() + next[process];
      all.insert(all.end(), from, from + count);
      next[process] += count;
    }
  }
  return all;
}

}  // namespace dragoman
