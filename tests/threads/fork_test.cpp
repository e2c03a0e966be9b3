#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <latch>

#include "catch.h"
#include "emulation.h"
#include "threads/parallel_for.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

/// Runs in two threads, which wait for each other.
int64_t sum_in_loop() {
  const ThreadCount two(2);
  std::latch both_there(2);
  parallel_for(2, 1, [&](int64_t, int64_t) { both_there.arrive_and_wait(); });
  std::atomic<int64_t> sum = 0;
  parallel_for(1000, 1, [&](int64_t first, int64_t last) {
    for (int64_t i = first; i < last; ++i) sum += i;
  });
  return sum;
}

}  // namespace

TEST_CASE("a process made by fork has helpers of its own, and ends") {
  if (is_emulated()) return;
  constexpr int64_t kSum = 999 * 1000 / 2;
  CHECK(sum_in_loop() == kSum);  // starts a helper, which the child has not
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(20);
    const bool is_right = sum_in_loop() == kSum;
    const pid_t grandchild = ::fork();
    if (grandchild == 0) {
      ::alarm(20);  // it does not inherit the child's
      std::quick_exit(sum_in_loop() == kSum ? 0 : 1);
    }
    int status = -1;
    ::waitpid(grandchild, &status, 0);
    std::quick_exit(is_right && status == 0 ? 0 : 1);
  }
  int status = -1;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(status == 0);
  CHECK(sum_in_loop() == kSum);
}

}  // namespace dragoman
