#include "threads/run_in_threads.h"

#include <atomic>
#include <stdexcept>

#include "catch.h"
#include "no_more_threads.h"

namespace dragoman {

TEST_CASE("each number is worked on once, and the first failure is thrown when all are done") {
  std::atomic<int> sum = 0;
  run_in_threads(4, [&](size_t number) { sum += 1 << number; });
  CHECK(sum == 0b1111);
  const auto work = [&](size_t number) {
    sum += 1;
    if (number > 0) throw std::runtime_error("number " + std::to_string(number));
  };
  CHECK_THROWS_WITH(run_in_threads(3, work), "number 1");
  CHECK(sum == 0b1111 + 3);
  run_in_threads(0, work);
  CHECK(sum == 0b1111 + 3);
  run_in_threads(1, work);
  CHECK(sum == 0b1111 + 4);
}

TEST_CASE("that no thread can be started is an error that says what to do") {
  const NoMoreThreads none;
  CHECK_THROWS_WITH(run_in_threads(2, [](size_t) {}),
                    "cannot start a thread: Resource temporarily unavailable: raise the limits of "
                    "processes (ulimit -u) and memory (ulimit -v), or lower threads");
}

}  // namespace dragoman
