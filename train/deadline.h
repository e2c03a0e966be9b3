#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <optional>
#include <thread>
#include <utility>

namespace dragoman {

/// Runs `work` in a new thread; returns its result or throws its exception. Returns nullopt if it
/// takes longer than `time`: then the thread keeps running, so `work` must own everything it uses.
template <typename Result>
std::optional<Result> result_within(std::chrono::milliseconds time, std::function<Result()> work) {
  std::packaged_task<Result()> task(std::move(work));
  std::future<Result> result = task.get_future();
  std::thread thread(std::move(task));
  if (result.wait_for(time) != std::future_status::ready) {
    thread.detach();
    return std::nullopt;
  }
  thread.join();
  return result.get();
}

}  // namespace dragoman
