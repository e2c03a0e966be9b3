#include "threads/team.h"

#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

#include "threads/cancellation.h"
#include "threads/thread_count.h"

namespace dragoman {
namespace {

constexpr uint32_t kOpen = 1U << 15, kEnds = 1U << 14;
constexpr uint32_t kHelpers = kEnds - 1;  // mask of the number of helpers
constexpr uint32_t kLoop = 1U << 16;      // increment of the loop's number
constexpr int kMostHelpers = 1023;
constexpr int64_t kPartsOfShare = 4;
constexpr std::chrono::microseconds kAwake{100};

uint32_t loop_of(uint32_t state) { return state / kLoop; }

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Waits until `is_met(state)`: spins for a short time, then sleeps.
template <class Condition>
uint32_t wait_until(const std::atomic<uint32_t>& state, const Condition& is_met) {
  uint32_t now = state.load(std::memory_order_acquire);
  const auto end = std::chrono::steady_clock::now() + kAwake;
  while (!is_met(now) && std::chrono::steady_clock::now() < end) {
    for (int i = 0; i < 16 && !is_met(now); ++i) {
      pause();
      now = state.load(std::memory_order_acquire);
    }
  }
  while (!is_met(now)) {
    state.wait(now, std::memory_order_acquire);
    now = state.load(std::memory_order_acquire);
  }
  return now;
}

/// Number of fork() calls between the first ancestor and this process.
std::atomic<int> num_forks = 0;
[[maybe_unused]] const int counts_forks = pthread_atfork(nullptr, nullptr, [] { ++num_forks; });

}  // namespace

/// After fork(), a process has only the calling thread; the helpers stay in the parent. Their
/// handles can neither be joined nor destroyed here.
void Team::forget_helpers_of_parent() {
  const int forks = num_forks.load(std::memory_order_relaxed);
  if (forks == std::exchange(num_forks_, forks)) return;
  (new std::vector<std::thread>)->swap(helpers_);  // leaked on purpose
}

Team::~Team() {
  forget_helpers_of_parent();
  state_.fetch_or(kEnds);
  state_.notify_all();
  for (std::thread& helper : helpers_) helper.join();
}

void Team::run(int64_t count, int64_t grain, int threads, RangeWork work) {
  const ThreadCount one(1);
  work_ = &work;
  forget_helpers_of_parent();
  threads = 1 + add_helpers(std::min(threads - 1, kMostHelpers));
  divide(count, grain, threads);
  has_failed_ = false;
  open();
  take_parts(0);
  close();
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

/// Returns how many of `count` helpers there are: fewer if the system starts no more threads.
int Team::add_helpers(int count) {
  while (static_cast<int>(helpers_.size()) < count) {
    const int number = static_cast<int>(helpers_.size()) + 1;
    try {
      helpers_.emplace_back([this, number] { help(number); });
    } catch (const std::system_error&) {
      return number - 1;
    }
  }
  return count;
}

void Team::divide(int64_t count, int64_t grain, int threads) {
  const int64_t share = (count + threads - 1) / threads;
  grain_ = std::max(grain, (share + kPartsOfShare - 1) / kPartsOfShare);
  num_shares_ = threads;
  while (static_cast<int>(shares_.size()) < threads) shares_.emplace_back();
  for (int i = 0; i < threads; ++i) {
    shares_[i].next.store(std::min(count, i * share), std::memory_order_relaxed);
    shares_[i].last = std::min(count, (i + 1) * share);
  }
}

void Team::open() {
  const uint32_t next = loop_of(state_.load(std::memory_order_relaxed)) + 1;
  state_.store(next * kLoop | kOpen, std::memory_order_release);
  state_.notify_all();
}

/// Lets no further helper enter, and waits until those inside finish their parts.
void Team::close() {
  state_.fetch_and(~kOpen, std::memory_order_acq_rel);
  wait_until(state_, [](uint32_t state) { return (state & kHelpers) == 0; });
}

void Team::help(int number) {
  const ThreadCount one(1);
  uint32_t last_loop = 0;
  while (true) {
    uint32_t state = wait_until(state_, [&](uint32_t now) {
      return (now & kEnds) != 0 || ((now & kOpen) != 0 && loop_of(now) != last_loop);
    });
    if ((state & kEnds) != 0) return;
    if (!state_.compare_exchange_weak(state, state + 1, std::memory_order_acq_rel)) continue;
    last_loop = loop_of(state);
    take_parts(number);
    const uint32_t before = state_.fetch_sub(1, std::memory_order_acq_rel);
    if ((before & kHelpers) == 1 && (before & kOpen) == 0) state_.notify_all();
  }
}

/// Takes parts of the thread's own share, then of the others' shares.
void Team::take_parts(int number) {
  if (number >= num_shares_) return;
  try {
    for (int i = 0; i < num_shares_; ++i) take_parts_of(shares_[(number + i) % num_shares_]);
  } catch (...) {
    if (!has_failed_.exchange(true)) failure_ = std::current_exception();
  }
}

void Team::take_parts_of(Share& share) {
  while (!has_failed_.load(std::memory_order_relaxed)) {
    const int64_t first = share.next.fetch_add(grain_, std::memory_order_relaxed);
    if (first >= share.last) return;
    (*work_)(first, std::min(share.last, first + grain_));
  }
}

void parallel_for(int64_t count, int64_t grain, RangeWork work) {
  Cancellation::check();
  if (count <= 0) return;
  const int64_t threads = std::min<int64_t>(thread_count(), (count + grain - 1) / grain);
  if (threads <= 1) return work(0, count);
  thread_local Team team;
  team.run(count, grain, static_cast<int>(threads), work);
}

}  // namespace dragoman
