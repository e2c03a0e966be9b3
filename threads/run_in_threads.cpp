#include "threads/run_in_threads.h"

#include <exception>
#include <thread>
#include <vector>

namespace dragoman {

void run_in_threads(size_t count, const std::function<void(size_t)>& work) {
  std::vector<std::exception_ptr> failures(count);
  const auto guarded_work = [&](size_t number) {
    try {
      work(number);
    } catch (...) {
      failures[number] = std::current_exception();
    }
  };
  std::vector<std::jthread> threads;
  for (size_t number = 1; number < count; ++number) threads.emplace_back(guarded_work, number);
  if (count > 0) guarded_work(0);
  threads.clear();  // waits
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

}  // namespace dragoman
