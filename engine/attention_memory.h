#pragma once

#include <cstddef>

#include <utility>
#include <vector>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

/// Keys and values of tokens, for attention: of each token, the keys of all heads, then their
/// values. Numbers have the type that the kernels of the format read.
class AttentionMemory {
 public:
  AttentionMemory() = default;
  /// `width`: numbers of a token. They are uninitialised.
  AttentionMemory(NumberFormat format, int64_t tokens, int64_t width)
      : bytes_of_token_(width * bytes_of_key(format)),
        memory_(uninitialized<std::byte>(tokens * bytes_of_token_)) {}
  /// Takes the memory of `used`, which must be large enough.
  AttentionMemory(AttentionMemory&& used, NumberFormat format, int64_t width)
      : bytes_of_token_(width * bytes_of_key(format)), memory_(std::move(used.memory_)) {}

  size_t num_bytes() const { return memory_ == nullptr ? 0 : memory_.get_deleter().count; }
  const void* operator[](int64_t token) const { return memory_.get() + token * bytes_of_token_; }
  void* operator[](int64_t token) { return memory_.get() + token * bytes_of_token_; }

 private:
  int64_t bytes_of_token_ = 0;
  UninitializedArray<std::byte> memory_;
};

/// Keeps memory for reuse: the system needs time to allocate and to clear new memory.
class SpareAttentionMemory {
 public:
  /// Returns memory as the constructor makes it, in the smallest spare memory that is large enough,
  /// if there is any.
  AttentionMemory take(NumberFormat format, int64_t tokens, int64_t width);
  /// Takes back memory that is no longer used. Empty memory is dropped.
  void give(AttentionMemory&& memory);

 private:
  std::vector<AttentionMemory> spare_;  // in ascending order of size
};

}  // namespace dragoman
