#include "train/nccl_group.h"

#include <optional>
#include <stdexcept>
#include <utility>

#include "catch.h"

#ifdef DRAGOMAN_WITH_C10D
namespace dragoman {
namespace {

using Milliseconds = std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// A group of messages in transfer, which takes `time` from the first look on.
class SlowWork : public c10d::Work {
 public:
  SlowWork(Milliseconds time, std::exception_ptr error) : time_(time), error_(std::move(error)) {}
  bool isCompleted() override {
    if (!until_) until_ = Clock::now() + time_;
    return Clock::now() >= *until_;
  }
  std::exception_ptr exception() const override { return error_; }
  void synchronize() override { is_synchronized = true; }

  bool is_synchronized = false;

 private:
  Milliseconds time_;
  std::exception_ptr error_;
  std::optional<Clock::time_point> until_;
};

/// Transfers nothing, slowly.
class SlowGroup : public GpuGroup {
 public:
  Milliseconds time{0};  // of a group of messages
  std::exception_ptr error;
  std::vector<std::vector<int>> ranks;  // of each group: those sent to, then those received from
  std::vector<c10::intrusive_ptr<SlowWork>> works;

 private:
  c10::intrusive_ptr<c10d::Work> start(std::span<const Message> sent,
                                       std::span<const Message> received) override {
    std::vector<int>& all = ranks.emplace_back();
    for (const Message& message : sent) all.push_back(message.rank);
    for (const Message& message : received) all.push_back(message.rank);
    if (received.front().bytes.numel() == 0) return {};
    return works.emplace_back(c10::make_intrusive<SlowWork>(time, error));
  }
};

/// A message for each of these ranks.
std::vector<Message> messages(const std::vector<int>& ranks, int64_t bytes = 1) {
  std::vector<Message> all;
  for (const int rank : ranks) all.push_back({rank, torch::zeros({bytes}, torch::kByte)});
  return all;
}

}  // namespace

TEST_CASE("groups of messages start together and arrive one after another") {
  SlowGroup group;
  group.time = Milliseconds(2);
  std::vector<size_t> arrived;
  CHECK(group.transfer(messages({1, 2, 1, 2}), messages({2, 1, 2, 1}), 2, Milliseconds(60000),
                       [&](size_t i) {
                         CHECK(group.works.size() == 2);
                         CHECK(group.works[i / 2]->is_synchronized);
                         CHECK(group.works[1]->is_synchronized == (i >= 2));
                         arrived.push_back(i);
                       }));
  CHECK(arrived == std::vector<size_t>{0, 1, 2, 3});
  CHECK(group.ranks == std::vector<std::vector<int>>{{1, 2, 2, 1}, {1, 2, 2, 1}});
}

TEST_CASE("empty messages of a group arrive") {
  SlowGroup group;
  int arrived = 0;
  CHECK(group.transfer(messages({1, 1}, 0), messages({1, 1}, 0), 1, Milliseconds(0),
                       [&](size_t) { ++arrived; }));
  CHECK(arrived == 2);
}

TEST_CASE("each group of messages has its own time") {
  SlowGroup group;
  group.time = Milliseconds(150);
  int arrived = 0;
  const auto transfer = [&](Milliseconds time) {
    return group.transfer(messages({1, 1, 1}), messages({1, 1, 1}), 1, time,
                          [&](size_t) { ++arrived; });
  };
  CHECK(transfer(Milliseconds(300)));
  CHECK(arrived == 3);
  group.time = Milliseconds(60000);
  CHECK_FALSE(transfer(Milliseconds(1)));
  CHECK(arrived == 3);
}

TEST_CASE("an error of a transfer between GPUs is thrown") {
  SlowGroup group;
  group.error = std::make_exception_ptr(std::runtime_error("no cable"));
  CHECK_THROWS_WITH(group.transfer(messages({1}), messages({1}), 1, Milliseconds(60000),
                                   [](size_t) { FAIL("arrived"); }),
                    "no cable");
}

}  // namespace dragoman
#endif
