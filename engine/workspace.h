#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "engine/attention_memory.h"
#include "engine/packed_linear.h"

namespace dragoman {

/// Rows that keep their memory from one use to the next.
class RowBuffer {
 public:
  /// `count` rows of `width` numbers and the zeros that follow; other numbers may be anything
  /// finite unless the width changed, then they are 0.
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

/// What the computation of a batch works in.
struct Workspace {
  RowBuffer states;      // of the residual stream, D
  RowBuffer normalized;  // pre-norm: what a sub-layer sees
  RowBuffer queries;
  RowBuffer key_values;  // before they are rounded
  RowBuffer context;     // what attention gathers
  RowBuffer inner;       // of feed-forward networks
  ConvertedRows inputs;
  SpareAttentionMemory attention;
};

/// Workspaces of a model, as many as there have been batches at once; they keep their memory from
/// batch to batch.
class WorkspacePool : public std::enable_shared_from_this<WorkspacePool> {
 public:
  /// Gives a workspace back.
  struct Return {
    void operator()(Workspace* space) const { pool->give(space); }
    std::shared_ptr<WorkspacePool> pool;
  };
  using Lease = std::unique_ptr<Workspace, Return>;

  /// May be called by several threads. The pool must be in a shared_ptr.
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
