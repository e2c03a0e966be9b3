#include "train/weight_gather.h"

#include <torch/utils.h>

#include <stdexcept>

#include "catch.h"

namespace dragoman {
namespace {

constexpr float kOurs = 0.7F, kTheirs = 0.3F;  // all weights of this and of the other process

/// The first of two processes. Messages of the second one arrive when the test lets them.
class SlowExchange : public Exchange {
 public:
  explicit SlowExchange(torch::Dtype format) : format_(format) {}
  int rank() const override { return 0; }
  int size() const override { return 2; }
  void leave(const std::string&) noexcept override {}

  void let_arrive(int messages) {
    change([&] { may_arrive_ += messages; });
  }
  void fail() {
    change([&] { fails_ = true; });
  }

 private:
  void transfer(const char*, const std::vector<Message>&, const std::vector<Message>& received,
                const Arrived& arrived) override {
    for (size_t i = 0; i < received.size(); ++i) {
      {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return may_arrive_ > 0 || fails_; });
        if (fails_) throw std::runtime_error("process 1 is gone");
        --may_arrive_;
      }
      received[i].bytes.view(format_).fill_(kTheirs);
      arrived(i);
    }
  }
  void change(const std::function<void()>& make_change) {
    const std::lock_guard lock(mutex_);
    make_change();
    changed_.notify_all();
  }

  torch::Dtype format_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int may_arrive_ = 0;
  bool fails_ = false;
};

/// Three weights, each a bucket.
struct Weights {
  Weights() {
    REQUIRE(shards.buckets().size() == 3);
    REQUIRE(all.size() == 3 * kSize);
  }

  static constexpr int64_t kSize = 600000;
  NamedTensors named{
      {"a", torch::zeros({kSize})}, {"b", torch::zeros({kSize})}, {"c", torch::zeros({kSize})}};
  FlatWeights all{named};
  Shards shards{all, 0, 2};
  torch::Tensor shard = torch::full({shards.size()}, kOurs);
};

}  // namespace

TEST_CASE("a weight can be read as soon as its bucket has arrived") {
  const torch::Dtype format = GENERATE(torch::kFloat32, torch::kBFloat16);
  const Weights weights;
  torch::Tensor expected = torch::full({weights.all.size()}, kTheirs);
  weights.shards.put_own(weights.shard, expected);
  expected = expected.to(format).to(torch::kFloat32);
  const torch::Tensor &first = weights.named[0].second, &last = weights.named[2].second;
  SlowExchange exchange(format);
  WeightGather gather(weights.all, weights.shards, format, exchange);
  gather.await(last);  // none has been sent

  gather.start(weights.shard);
  gather.await(torch::zeros({3}));  // not one of them
  std::future<void> reader = std::async(std::launch::async, [&] { gather.await(last); });
  exchange.let_arrive(1);
  gather.await(first);
  CHECK(torch::equal(first, expected.narrow(0, 0, Weights::kSize)));
  CHECK(reader.wait_for(std::chrono::seconds(0)) == std::future_status::timeout);
  exchange.let_arrive(2);
  reader.get();
  gather.finish();
  CHECK(torch::equal(weights.all.all(), expected));
  CHECK(gather.traffic().bytes ==
        weights.shards.size() * static_cast<int64_t>(torch::elementSize(format)));
}

TEST_CASE("an error of the exchange is thrown to all that wait for weights") {
  const Weights weights;
  SlowExchange exchange(torch::kFloat32);
  WeightGather gather(weights.all, weights.shards, torch::kFloat32, exchange);
  gather.start(weights.shard);
  exchange.let_arrive(1);
  gather.await(weights.named[0].second);
  std::future<void> reader =
      std::async(std::launch::async, [&] { gather.await(weights.named[1].second); });
  exchange.fail();
  CHECK_THROWS_WITH(reader.get(), "process 1 is gone");
  CHECK_THROWS_WITH(gather.finish(), "process 1 is gone");
}

}  // namespace dragoman
