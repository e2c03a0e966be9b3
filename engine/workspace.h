#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/attention_memory.h"
#include "engine/packed_linear.h"

namespace dragoman {

/// A buffer of rows that keeps its memory from one use to the next.
class RowBuffer {
 public:
  /// Returns `count` rows of `width` numbers, each followed by zeros up to the stride. The numbers
  /// are 0 if the stride changed; else any finite values.
  Rows rows(int64_t count, int64_t width) {
    const int64_t stride = round_up(width, kPanelColumns);
    if (stride != stride_) memory_.clear();
    stride_ = stride;
    if (static_cast<int64_t>(memory_.size()) < count * stride) memory_.resize(count * stride);
    return {memory_.data(), count, stride};
  }

 private:
  AlignedVector<float> memory_;
  int64_t stride_ = 0;
};

/// Buffers for the computation of a batch.
struct Workspace {
  RowBuffer states;      // the residual stream, D
  RowBuffer normalized;  // pre-norm: the normalised inputs of a sub-layer
  RowBuffer queries;
  RowBuffer key_values;  // before they are rounded
  RowBuffer context;     // output of attention, before its last projection
  RowBuffer inner;       // of feed-forward networks
  ConvertedRows inputs;
  AttentionMemoryPool attention;
};

/// Workspaces of a model, one for each batch that is computed at the same time. They keep their
/// memory from batch to batch.
class WorkspacePool : public std::enable_shared_from_this<WorkspacePool> {
 public:
  /// Deleter that returns a workspace to the pool.
  struct Return {
    void operator()(Workspace* space) const { pool->give(space); }
    std::shared_ptr<WorkspacePool> pool;
  };
  using Lease = std::unique_ptr<Workspace, Return>;

  /// Thread-safe. The pool must be in a shared_ptr.
  Lease take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return {new Workspace, Return{shared_from_this()}};
    Lease lease(idle_.back().release(), Return{shared_from_this()});
    idle_.pop_back();
    return lease;
  }

 private:
  void give(Workspace* space) {
    std::unique_ptr<Workspace> returned(space);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(returned));
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace dragoman
