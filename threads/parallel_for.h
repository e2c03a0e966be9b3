#pragma once

#include <cstdint>

namespace dragoman {

/// A function of a range of numbers, which must outlive this.
class RangeWork {
 public:
  template <class Work>
  RangeWork(const Work& work)  // NOLINT: made where a loop is called
      : work_(&work), call_([](const void* any, int64_t first, int64_t last) {
          (*static_cast<const Work*>(any))(first, last);
        }) {}

  void operator()(int64_t first, int64_t last) const { call_(work_, first, last); }

 private:
  const void* work_;
  void (*call_)(const void* work, int64_t first, int64_t last);
};

/// Calls work(first, last) for parts of the numbers from 0 to count - 1, each number once, and
/// waits for all. Up to thread_count() threads share the parts, which have at least `grain` numbers
/// (but for the last ones); a single grain is done by the calling thread alone. Each thread
/// begins with its own share, and goes on with what others have not begun: a thread that another
/// program keeps from running is not waited for. What `work` throws is thrown again, once; other
/// parts may be left undone then. A loop within the work of a loop is done by one thread.
///
/// The threads that help belong to the calling thread. Between loops that follow each other at once
/// they stay awake, at most 100 microseconds; then they sleep. Throws Cancelled instead of
/// beginning a loop where a Cancellation says so.
void parallel_for(int64_t count, int64_t grain, RangeWork work);

}  // namespace dragoman
