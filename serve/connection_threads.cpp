#include "serve/connection_threads.h"

#include <system_error>
#include <utility>

namespace dragoman {

bool ConnectionThreads::run(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (ends_ || num_busy_ >= max_threads_) return false;
  try {
    if (num_busy_ == threads_.size()) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    return false;
  }
  waiting_.push_back(std::move(task));
  ++num_busy_;
  has_work_.notify_one();
  return true;
}

size_t ConnectionThreads::num_busy() const {
  const std::lock_guard lock(mutex_);
  return num_busy_;
}

void ConnectionThreads::join() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  has_work_.notify_all();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

void ConnectionThreads::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    has_work_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::function<void()> next = std::move(waiting_.front());
    waiting_.pop_front();
    lock.unlock();
    next();
    next = nullptr;
    lock.lock();
    --num_busy_;
  }
}

}  // namespace dragoman
