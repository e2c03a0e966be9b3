#pragma once

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

/// What one thread's computation of layers works in.
struct Workspace {
  RowBuffer states;      // of the residual stream, D
  RowBuffer normalized;  // pre-norm: what a sub-layer sees
  RowBuffer queries;
  RowBuffer key_values;  // before they are rounded
  RowBuffer context;     // what attention gathers
  RowBuffer inner;       // of feed-forward networks
  ConvertedRows inputs;
};

}  // namespace dragoman
