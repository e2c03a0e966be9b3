#include "serve/connection_threads.h"

#include <iterator>
#include <system_error>
#include <utility>

namespace dragoman {
namespace {

void join_all(std::list<std::thread>& threads) {
  for (std::thread& thread : threads) thread.join();
  threads.clear();
}

}  // namespace

void ConnectionThreads::start_thread() {
  threads_.emplace_back();
  const auto self = std::prev(threads_.end());
  try {
    *self = std::thread([this, self] { work(self); });
  } catch (...) {
    threads_.pop_back();
    throw;
  }
}

bool ConnectionThreads::run(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (ends_ || num_busy_ >= max_threads_) return false;
  join_all(ended_);
  try {
    if (num_busy_ == threads_.size()) start_thread();
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
  join_all(threads_);
  join_all(ended_);
}

void ConnectionThreads::work(Threads::iterator self) {
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
    if (!ends_ && has_too_many_idle()) {
      ended_.splice(ended_.end(), threads_, self);
      return;
    }
  }
}

}  // namespace dragoman
