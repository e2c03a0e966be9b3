#include "threads/thread_count.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "catch.h"
#include "threads/cpu_quota.h"

/// Replaces the system's function in this program: the machine can have 2,048 processors, and the
/// program may use two.
extern "C" int sched_getaffinity(pid_t, size_t size, cpu_set_t* processors) noexcept {
  if (size < 2048 / 8) {
    errno = EINVAL;
    return -1;
  }
  CPU_ZERO_S(size, processors);
  for (const size_t number : {1500, 1502}) CPU_SET_S(number, size, processors);
  return 0;
}

namespace dragoman {

TEST_CASE("cores count on a machine that can have more than 1,024 processors") {
  if (std::getenv("OMP_NUM_THREADS") == nullptr)
    CHECK(default_thread_count() == std::min(2, cpu_quota().value_or(2)));
}

}  // namespace dragoman
