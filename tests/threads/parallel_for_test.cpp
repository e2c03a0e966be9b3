#include "threads/parallel_for.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <latch>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

#include "catch.h"
#include "no_more_threads.h"
#include "threads/run_in_threads.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// How often each number was worked on.
std::vector<int> visits(int64_t count, int64_t grain) {
  std::vector<std::atomic<int>> seen(count);
  parallel_for(count, grain, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) ++seen.at(i);
  });
  return {seen.begin(), seen.end()};
}

}  // namespace

TEST_CASE("a parallel loop works on each number once, for any number of threads") {
  const ThreadCount threads(GENERATE(1, 2, 3, 7));
  for (const int64_t count : {0, 1, 2, 3, 7, 8, 29, 1000}) {
    for (const int64_t grain : {1, 2, 5, 100, 2000})
      CHECK(visits(count, grain) == std::vector<int>(count, 1));
  }
}

TEST_CASE("parts of a parallel loop are no smaller than its grain, but for the last of a share") {
  const ThreadCount threads(2);
  std::mutex mutex;
  std::vector<int64_t> sizes;
  parallel_for(100, 20, [&](int64_t first, int64_t last) {
    const std::lock_guard lock(mutex);
    sizes.push_back(last - first);
  });
  CHECK(std::count_if(sizes.begin(), sizes.end(), [](int64_t size) { return size < 20; }) <= 2);
}

TEST_CASE("a loop of one grain stays in its thread") {
  const ThreadCount threads(4);
  parallel_for(8, 8, [&, caller = std::this_thread::get_id()](int64_t first, int64_t last) {
    CHECK(std::this_thread::get_id() == caller);
    CHECK(first == 0);
    CHECK(last == 8);
  });
}

TEST_CASE("the parts of a loop are worked on by several threads at the same time") {
  const ThreadCount threads(3);
  for (int i = 0; i < 100; ++i) {
    std::latch all_there(3);
    parallel_for(3, 1, [&](int64_t, int64_t) { all_there.arrive_and_wait(); });
    CHECK(all_there.try_wait());
  }
}

TEST_CASE("a loop waits for a helper that works when the caller has long finished") {
  const ThreadCount threads(2);
  const std::thread::id caller = std::this_thread::get_id();
  std::latch both_there(2);
  std::atomic<bool> has_finished = false;
  parallel_for(2, 1, [&](int64_t, int64_t) {
    both_there.arrive_and_wait();
    if (std::this_thread::get_id() == caller) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    has_finished = true;
  });
  CHECK(has_finished);
}

TEST_CASE("a loop within a loop works on each number once") {
  const ThreadCount threads(2);
  std::atomic<int> sum = 0, others = 0;
  parallel_for(10, 1, [&](int64_t first, int64_t last) {
    others += thread_count() - 1;
    for (int64_t i = first; i < last; ++i) {
      parallel_for(10, 1, [&](int64_t from, int64_t to) { sum += static_cast<int>(to - from); });
    }
  });
  CHECK(sum == 100);
  CHECK(others == 0);
  CHECK(thread_count() == 2);
}

TEST_CASE("what a part of a loop throws is thrown once, and the next loop works") {
  const ThreadCount threads(3);
  for (int i = 0; i < 100; ++i) {
    CHECK_THROWS_WITH(
        parallel_for(30, 1, [](int64_t, int64_t) { throw std::runtime_error("part"); }), "part");
    CHECK(visits(30, 1) == std::vector<int>(30, 1));
  }
}

TEST_CASE("many threads may run loops at the same time") {
  std::atomic<int64_t> sum = 0;
  run_in_threads(4, [&](size_t number) {
    const ThreadCount threads(1 + static_cast<int>(number));
    for (int i = 0; i < 2000; ++i) {
      parallel_for(8, 1, [&](int64_t first, int64_t last) { sum += last - first; });
    }
  });
  CHECK(sum == 4 * 2000 * 8);
}

TEST_CASE("a loop works without helpers if the system starts no thread") {
  std::vector<int> found;
  std::thread fresh([&] {  // without helpers of earlier loops
    const NoMoreThreads none;
    const ThreadCount three(3);
    found = visits(100, 1);
  });
  fresh.join();
  CHECK(found == std::vector<int>(100, 1));
}

TEST_CASE("a thread's count holds for it alone, and until it is taken back") {
  const int before = thread_count();
  CHECK(before >= 1);
  CHECK(default_thread_count() >= 1);
  {
    const ThreadCount five(5);
    CHECK(thread_count() == 5);
    {
      const ThreadCount as_before(0);
      CHECK(thread_count() == 5);
    }
    int of_another = 0;
    run_in_threads(2, [&](size_t number) {
      if (number == 1) of_another = thread_count();
    });
    CHECK(of_another == default_thread_count());
  }
  CHECK(thread_count() == before);
}

}  // namespace dragoman
