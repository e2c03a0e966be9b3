#pragma once

#include <cstddef>
#include <functional>

namespace dragoman {

/// Calls work(0) to work(count - 1), the first in the calling thread and each other one in a thread
/// of its own, and waits for all. What one of them throws is thrown again, that of the lowest
/// number first. A Cancellation of the calling thread holds for all.
void run_in_threads(size_t count, const std::function<void(size_t)>& work);

}  // namespace dragoman
