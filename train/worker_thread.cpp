#include "train/worker_thread.h"

#include <utility>

namespace dragoman {
namespace {

void relax() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace

WorkerThread::~WorkerThread() {
  enter(State::kOver);
  thread_.join();
}

void WorkerThread::start(std::function<void()> work) {
  work_ = std::move(work);
  enter(State::kWorking);
}

std::exception_ptr WorkerThread::wait() {
  wait_while(State::kWorking);
  return std::exchange(failure_, nullptr);
}

void WorkerThread::enter(State state) {
  state_.store(state);
  state_.notify_all();
}

WorkerThread::State WorkerThread::wait_while(State state) const {
  constexpr int kLooks = 1000;
  for (int i = 0; i < kLooks; ++i) {
    if (const State now = state_.load(); now != state) return now;
    relax();
  }
  state_.wait(state);
  return state_.load();
}

void WorkerThread::run() {
  while (wait_while(State::kIdle) == State::kWorking) {
    try {
      work_();
    } catch (...) {
      failure_ = std::current_exception();
    }
    enter(State::kIdle);
  }
}

}  // namespace dragoman
