#pragma once

#include <cstdint>

namespace dragoman {

/// A reference to a function of a range of numbers. The function must outlive it.
class RangeWork {
 public:
  template <class Work>
  RangeWork(const Work& work)  // NOLINT: converts where a loop is called
      : work_(&work), call_([](const void* any, int64_t first, int64_t last) {
          (*static_cast<const Work*>(any))(first, last);
        }) {}

  void operator()(int64_t first, int64_t last) const { call_(work_, first, last); }

 private:
  const void* work_;
  void (*call_)(const void* work, int64_t first, int64_t last);
};

/// Calls work(first, last) for parts of the numbers from 0 to count - 1, each number once, and
/// waits for all calls. Up to thread_count() threads share the parts. Each part has at least
/// `grain` numbers, except the last one of a thread's share; the calling thread does a single part
/// alone. Each thread begins with its own share, then takes parts that others have not begun. So
/// nobody waits for a thread that other programs keep from running. Rethrows one exception of
/// `work`; other parts may then be left undone. A loop inside a loop's work runs in one thread.
///
/// The helper threads belong to the calling thread. They stay awake for at most 100 microseconds
/// between loops, then sleep. If the system starts no more threads, a loop uses those that exist.
/// Throws Cancelled instead of starting a cancelled loop.
void parallel_for(int64_t count, int64_t grain, RangeWork work);

}  // namespace dragoman
