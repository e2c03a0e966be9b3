#pragma once

#include <cstddef>

#include <utility>
#include <vector>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

/// What attention reads of tokens: of each, the keys of all heads and then the values, in the
/// number type that the kernels of a format attend to.
class AttentionMemory {
 public:
  AttentionMemory() = default;
  /// `width`: numbers of a token, which are anything until they are written.
  AttentionMemory(NumberFormat format, int64_t tokens, int64_t width)
      : bytes_of_token_(width * bytes_of_key(format)),
        memory_(uninitialized<std::byte>(tokens * bytes_of_token_)) {}
  /// In memory that another one had, which must be large enough.
  AttentionMemory(AttentionMemory&& used, NumberFormat format, int64_t width)
      : bytes_of_token_(width * bytes_of_key(format)), memory_(std::move(used.memory_)) {}

  size_t num_bytes() const { return memory_ == nullptr ? 0 : memory_.get_deleter().count; }
  const void* operator[](int64_t token) const { return memory_.get() + token * bytes_of_token_; }
  void* operator[](int64_t token) { return memory_.get() + token * bytes_of_token_; }

 private:
  int64_t bytes_of_token_ = 0;
  UninitializedArray<std::byte> memory_;
};

/// Memory that is used again: the system takes its time to find and to clear new one.
class SpareAttentionMemory {
 public:
  /// As the constructor; in the smallest spare memory that is large enough, if there is any.
  AttentionMemory take(NumberFormat format, int64_t tokens, int64_t width);
  /// Memory that nothing looks at any more; empty one is dropped.
  void give(AttentionMemory&& memory);

 private:
  std::vector<AttentionMemory> spare_;  // from small to large
};

}  // namespace dragoman
