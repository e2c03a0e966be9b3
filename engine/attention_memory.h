#pragma once

#include <cstddef>

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

  const void* operator[](int64_t token) const { return memory_.get() + token * bytes_of_token_; }
  void* operator[](int64_t token) { return memory_.get() + token * bytes_of_token_; }

 private:
  int64_t bytes_of_token_ = 0;
  UninitializedArray<std::byte> memory_;
};

}  // namespace dragoman
