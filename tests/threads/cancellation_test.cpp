#include "threads/cancellation.h"

#include <atomic>
#include <chrono>
#include <thread>

#include "catch.h"
#include "threads/parallel_for.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Loops until somebody cancels it.
void loop_forever() {
  while (true) {
    parallel_for(2, 1, [](int64_t, int64_t) {});
  }
}

}  // namespace

TEST_CASE("loops end when the one who waits for them says so, in the thread that he waits in") {
  const std::thread::id here = std::this_thread::get_id();
  int times_asked = 0;
  const Cancellation cancellation([&] {
    CHECK(std::this_thread::get_id() == here);
    return ++times_asked < 3;
  });
  CHECK_THROWS_AS(loop_forever(), Cancelled);
  CHECK(times_asked == 3);
  CHECK_THROWS_AS(loop_forever(), Cancelled);  // it stays cancelled
}

TEST_CASE("a thread that waits for others asks whether they go on") {
  int times_asked = 0;
  const Cancellation cancellation([&] { return ++times_asked < 3; });
  const auto work = [](size_t number) {
    if (number > 0) loop_forever();
  };
  CHECK_THROWS_AS(run_in_threads(3, work), Cancelled);
  CHECK(times_asked == 3);
}

TEST_CASE("work of the question whether to go on does not ask again") {
  int times_asked = 0, depth = 0;
  const Cancellation cancellation([&] {
    CHECK(++depth == 1);
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < 3 * Cancellation::kInterval)
      parallel_for(2, 1, [](int64_t, int64_t) {});
    --depth;
    return ++times_asked < 3;
  });
  CHECK_THROWS_AS(loop_forever(), Cancelled);
  CHECK(times_asked == 3);
}

TEST_CASE("when a cancellation ends, work is not cancelled any more") {
  {
    const Cancellation cancellation([] { return false; });
    CHECK_THROWS_AS(loop_forever(), Cancelled);
  }
  int numbers = 0;
  const ThreadCount one(1);
  parallel_for(3, 1, [&](int64_t, int64_t last) { numbers = static_cast<int>(last); });
  CHECK(numbers == 3);
}

TEST_CASE("a cancellation within another asks in its place, until it ends") {
  int times_asked = 0;
  const Cancellation outer([&] { return ++times_asked < 2; });
  {
    const Cancellation inner([] { return false; });
    CHECK_THROWS_AS(loop_forever(), Cancelled);
  }
  CHECK(times_asked == 0);
  CHECK_THROWS_AS(loop_forever(), Cancelled);
  CHECK(times_asked == 2);
}

TEST_CASE("who has cancelled is not asked again, and nothing more begins") {
  int times_asked = 0;
  const Cancellation cancellation([&] { return ++times_asked < 1; });
  CHECK_THROWS_AS(loop_forever(), Cancelled);
  std::this_thread::sleep_for(2 * Cancellation::kInterval);
  std::atomic<int> num_begun = 0;
  CHECK_THROWS_AS(run_in_threads(2, [&](size_t) { ++num_begun; }), Cancelled);
  CHECK(times_asked == 1);
  CHECK(num_begun == 0);
}

}  // namespace dragoman
