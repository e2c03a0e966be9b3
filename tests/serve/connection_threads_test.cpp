#include "serve/connection_threads.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <iterator>
#include <thread>

#include "catch.h"

namespace dragoman {
namespace {

/// Tasks that wait until they are told to end.
struct BlockedTasks {
  std::promise<void> told;
  std::shared_future<void> end = told.get_future().share();
  std::atomic<int> ended = 0;

  std::function<void()> make() {
    return [this] {
      end.wait();
      ++ended;
    };
  }
};

ptrdiff_t count_threads() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

template <typename Condition>
bool comes_true(Condition condition) {
  for (int wait = 0; wait < 10000 && !condition(); ++wait) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return condition();
}

TEST_CASE("each task has a thread of its own, as many as there may be") {
  BlockedTasks tasks;
  ConnectionThreads threads(3);
  for (int task = 0; task < 3; ++task) CHECK(threads.run(tasks.make()));
  CHECK_FALSE(threads.run(tasks.make()));
  CHECK(threads.num_busy() == 3);
  tasks.told.set_value();
  CHECK(comes_true([&] { return threads.num_busy() == 0; }));
  CHECK(threads.run(tasks.make()));
  threads.join();
  CHECK(tasks.ended == 4);
  CHECK_FALSE(threads.run(tasks.make()));
}

TEST_CASE("few threads are kept when many connections have ended") {
  const ptrdiff_t before = count_threads();
  ConnectionThreads threads(100);
  for (int round = 0; round < 3; ++round) {
    BlockedTasks tasks;
    for (int task = 0; task < 40; ++task) REQUIRE(threads.run(tasks.make()));
    CHECK(count_threads() >= before + 40);
    tasks.told.set_value();
    CHECK(comes_true([&] { return tasks.ended == 40 && threads.num_busy() == 0; }));
    CHECK(comes_true([&] { return count_threads() <= before + 8; }));
  }
}

}  // namespace
}  // namespace dragoman
