#include "data/update_stream.h"

#include <algorithm>

#include "data/batch_plan.h"

namespace dragoman {
namespace {

constexpr size_t kUpdatesAhead = 4;

UpdateBatches make_update(const Examples& examples, const BatchPlan& plan,
                          const UpdateOptions& options, DataPosition position) {
  UpdateBatches update;
  update.position = position;
  const size_t begin = position.update * options.accumulate;
  const size_t end = std::min(plan.size(), begin + static_cast<size_t>(options.accumulate));
  for (size_t i = begin; i < end; ++i) {
    update.batches.push_back(make_batch(examples, plan[i], options.pad));
    update.target_tokens += update.batches.back().target_tokens;
  }
  update.ends_epoch = end == plan.size();
  return update;
}

}  // namespace

UpdateStream::UpdateStream(const Examples& examples, const UpdateOptions& options,
                           DataPosition start)
    : examples_(examples), options_(options), producer_([this, start] { produce(start); }) {}

UpdateStream::~UpdateStream() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  producer_.join();
}

UpdateBatches UpdateStream::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty() || failure_; });
  if (ready_.empty()) std::rethrow_exception(failure_);
  UpdateBatches update = std::move(ready_.front());
  ready_.pop_front();
  lock.unlock();
  changed_.notify_all();
  return update;
}

bool UpdateStream::put(UpdateBatches&& update) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_ || ready_.size() < kUpdatesAhead; });
  if (stopped_) return false;
  ready_.push_back(std::move(update));
  lock.unlock();
  changed_.notify_all();
  return true;
}

void UpdateStream::produce(DataPosition position) {
  try {
    for (;; position = {position.epoch + 1, 0}) {
      const BatchPlan plan =
          plan_epoch(examples_.lengths(), options_.batch_tokens, options_.seed, position.epoch);
      for (bool ended = false; !ended; ++position.update) {
        UpdateBatches update = make_update(examples_, plan, options_, position);
        ended = update.ends_epoch;
        if (!put(std::move(update))) return;
      }
    }
  } catch (...) {
    std::lock_guard lock(mutex_);
    failure_ = std::current_exception();
    changed_.notify_all();
  }
}

}  // namespace dragoman
