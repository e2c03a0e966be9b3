#include "data/update_stream.h"

namespace dragoman {
namespace {

constexpr size_t kUpdatesAhead = 4;

}  // namespace

UpdateStream::UpdateStream(EpochExamples examples, const UpdateOptions& options, DataPosition start)
    : examples_(std::move(examples)),
      options_(options),
      producer_([this, start] { produce(start); }) {}

UpdateStream::~UpdateStream() {
  {
    std::lock_guard lock(mutex_);
    stopped_ = true;
  }
  changed_.notify_all();
  producer_.join();
}

std::optional<UpdateParts> UpdateStream::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !ready_.empty() || ended_; });
  if (ready_.empty() && failure_) std::rethrow_exception(failure_);
  if (ready_.empty()) return std::nullopt;
  UpdateParts update = std::move(ready_.front());
  ready_.pop_front();
  lock.unlock();
  changed_.notify_all();
  return update;
}

bool UpdateStream::has_ready() {
  const std::lock_guard lock(mutex_);
  return !ready_.empty();
}

bool UpdateStream::put(UpdateParts&& update) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopped_ || ready_.size() < kUpdatesAhead; });
  if (stopped_) return false;
  ready_.push_back(std::move(update));
  lock.unlock();
  changed_.notify_all();
  return true;
}

void UpdateStream::finish(std::exception_ptr failure) {
  std::lock_guard lock(mutex_);
  failure_ = failure;
  ended_ = true;
  changed_.notify_all();
}

void UpdateStream::produce(DataPosition position) {
  try {
    const auto is_over = [&] { return options_.epochs > 0 && position.epoch >= options_.epochs; };
    for (; !is_over(); position = {position.epoch + 1, 0}) {
      const auto examples = examples_(position.epoch, [this] { return stopped_.load(); });
      if (!examples) break;
      if (!produce_epoch(*examples, position)) return;
    }
    finish(nullptr);
  } catch (...) {
    finish(std::current_exception());
  }
}

void UpdateStream::warn_of_excess(const CorpusMix& examples, const EpochPlan& plan) {
  has_checked_excess_ = true;
  const auto excess = find_excess(examples, plan, options_.part_tokens, options_.parts);
  if (!excess) return;
  options_.log->warn(
      "updates have {} tokens on average, more than train.update_tokens: with train.parts={} "
      "a part has {} of them, and many examples have more; set train.parts to {} or less",
      excess->tokens, options_.parts, options_.part_tokens, excess->most_parts);
}

/// Makes the updates of an epoch. Returns false if the stream was stopped.
bool UpdateStream::produce_epoch(const CorpusMix& examples, DataPosition position) {
  const EpochPlan plan =
      plan_epoch(examples, options_.part_tokens, options_.work, options_.seed, position.epoch);
  if (!has_checked_excess_) warn_of_excess(examples, plan);
  // A position beyond the end is from other data: go on with the next epoch.
  const auto num_batches = static_cast<int64_t>(plan.batches.size());
  for (; position.update * options_.parts < num_batches; ++position.update) {
    const size_t num_threads = has_ready() ? 1 : most_threads_;
    if (!put(make_update(examples, plan, options_, position, num_threads))) return false;
  }
  return true;
}

}  // namespace dragoman
