#include "train/gradient_sums.h"

#include <torch/utils.h>

#include <future>
#include <stdexcept>

#include "catch.h"
#include "train/gradient_collector.h"

namespace dragoman {
namespace {

/// Three weights in three buckets. The loss of a pass uses the last weight last, as a model does.
struct ThreeWeights {
  torch::Tensor first = torch::tensor({1.0F, 2.0F}).requires_grad_(),
                middle = torch::tensor({3.0F, 4.0F}).requires_grad_(),
                last = torch::tensor({5.0F, 6.0F}).requires_grad_();
  std::vector<Bucket> buckets{{0, 1, {}}, {1, 2, {}}, {2, 3, {}}};

  torch::Tensor loss() const { return (first.square() * middle * last).sum(); }
};

UpdateParts update_of(int64_t num_parts, int64_t first, int64_t past) {
  UpdateParts update;
  update.num_parts = num_parts;
  for (int64_t number = first; number < past; ++number) update.parts.push_back({number, {}, 0});
  return update;
}

}  // namespace

TEST_CASE("a part hands over a bucket while the backward pass goes on to others") {
  const ThreeWeights weights;
  GradientCollector collector({weights.first, weights.middle, weights.last}, weights.buckets);
  std::vector<size_t> order;
  std::vector<Gradients> gradients(3);
  collector.begin_part(1, [&](size_t bucket, Gradients of_bucket) {
    if (order.empty()) CHECK_FALSE(weights.first.grad().defined());
    order.push_back(bucket);
    gradients[bucket] = std::move(of_bucket);
  });
  collector.backward(weights.loss());
  CHECK(order == std::vector<size_t>{2, 1, 0});
  CHECK(torch::equal(gradients[0].at(0), torch::tensor({30.0F, 96.0F})));
  CHECK(torch::equal(gradients[1].at(0), torch::tensor({5.0F, 24.0F})));
  CHECK(torch::equal(gradients[2].at(0), torch::tensor({3.0F, 16.0F})));
  CHECK_FALSE(weights.first.grad().defined());
}

TEST_CASE("a part of several passes hands over each bucket once, also what the last one lacks") {
  const ThreeWeights weights;
  GradientCollector collector({weights.first, weights.middle, weights.last}, weights.buckets);
  std::vector<Gradients> gradients(3);
  const auto receive = [&](size_t bucket, Gradients of_bucket) {
    CHECK(gradients[bucket].empty());
    gradients[bucket] = std::move(of_bucket);
  };
  collector.begin_part(3, receive);
  collector.backward(weights.loss());
  collector.backward(weights.last.sum());
  CHECK(gradients[2].empty());
  SECTION("which has gradients of an earlier pass") {
    collector.backward(weights.first.sum());
    CHECK(torch::equal(gradients[0].at(0), torch::tensor({31.0F, 97.0F})));
    CHECK(torch::equal(gradients[1].at(0), torch::tensor({5.0F, 24.0F})));
    CHECK(torch::equal(gradients[2].at(0), torch::tensor({4.0F, 17.0F})));
  }
  SECTION("and nothing of a part that failed") {
    collector.begin_part(1, receive);
    collector.backward(weights.last.sum());
    CHECK_FALSE(gradients[0].at(0).defined());
    CHECK_FALSE(gradients[1].at(0).defined());
    CHECK(torch::equal(gradients[2].at(0), torch::tensor({1.0F, 1.0F})));
  }
}

TEST_CASE("weights forget their collector, and later backward passes keep their gradients") {
  const ThreeWeights weights;
  const auto add_to = [&](GradientCollector& collector) {
    collector.begin_part(1, [](size_t, const Gradients&) {});
    collector.backward(weights.loss());
  };
  {
    GradientCollector collector({weights.first, weights.middle, weights.last}, weights.buckets);
    add_to(collector);
    weights.loss().backward();
    CHECK(weights.last.grad().defined());
  }
  weights.loss().backward();
  CHECK(torch::equal(weights.last.grad(), torch::tensor({6.0F, 32.0F})));
}

TEST_CASE("sums of a bucket wait for all parts of the process") {
  const ThreeWeights weights;
  GradientSums sums(weights.buckets, update_of(5, 1, 4), torch::kFloat32);
  const auto add = [&](size_t bucket, int64_t part) {
    sums.add(bucket, part, {torch::full({2}, static_cast<float>(1 << part))});
  };
  auto taken = std::async(std::launch::async, [&] { return sums.take(2); });
  for (const int64_t part : {3, 1, 2}) {
    CHECK(taken.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
    add(2, part);
  }
  const auto nodes = taken.get();  // part 1, and the sum of 2 and 3
  REQUIRE(nodes.size() == 2);
  CHECK(nodes.begin()->second.at(0)[0].item<float>() == 2);
  CHECK(nodes.rbegin()->second.at(0)[0].item<float>() == 4 + 8);
  CHECK_FALSE(sums.are_complete());
  for (const size_t bucket : {0, 1})
    for (const int64_t part : {1, 2, 3}) add(bucket, part);
  CHECK(sums.are_complete());
}

TEST_CASE("sums that will not be complete are not waited for") {
  const ThreeWeights weights;
  GradientSums sums(weights.buckets, update_of(2, 0, 2), torch::kFloat32);
  auto taken = std::async(std::launch::async, [&] { return sums.take(0); });
  sums.add(0, 0, {torch::ones({2})});
  sums.abandon();
  CHECK_THROWS_AS(taken.get(), std::runtime_error);
}

TEST_CASE("a process without parts has no sums, and waits for none") {
  const ThreeWeights weights;
  GradientSums sums(weights.buckets, update_of(2, 0, 0), torch::kFloat32);
  CHECK(sums.take(0).empty());
  CHECK(sums.are_complete());
}

}  // namespace dragoman
