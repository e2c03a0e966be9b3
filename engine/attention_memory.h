#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

/// A block of memory, which several AttentionMemory share.
struct MemoryChunk {
  explicit MemoryChunk(size_t size) : bytes(uninitialized<std::byte>(size)) {}

  size_t size() const { return bytes.get_deleter().count; }

  UninitializedArray<std::byte> bytes;
  size_t used = 0;  // bytes, from the beginning
};

/// Keys and values of tokens, for attention: of each token, the keys of all heads, then their
/// values. Numbers have the type that the kernels of the format read. They are uninitialised.
class AttentionMemory {
 public:
  AttentionMemory() = default;
  AttentionMemory(AttentionMemory&&) = default;
  AttentionMemory& operator=(AttentionMemory&&) = default;
  /// Takes the next free bytes of a chunk, which must suffice. `width`: numbers of a token.
  AttentionMemory(std::shared_ptr<MemoryChunk> chunk, NumberFormat format, int64_t tokens,
                  int64_t width);
  /// Makes a chunk of its own.
  AttentionMemory(NumberFormat format, int64_t tokens, int64_t width)
      : AttentionMemory(std::make_shared<MemoryChunk>(bytes_of(format, tokens, width)), format,
                        tokens, width) {}

  /// Returns how many bytes of a chunk are taken.
  static size_t bytes_of(NumberFormat format, int64_t tokens, int64_t width);

  const void* operator[](int64_t token) const { return first_ + token * bytes_of_token_; }
  void* operator[](int64_t token) { return first_ + token * bytes_of_token_; }

 private:
  std::shared_ptr<MemoryChunk> chunk_;
  std::byte* first_ = nullptr;
  int64_t bytes_of_token_ = 0;
};

/// Gives the steps of a batch memory, and keeps it for the next batch: the system needs time to
/// clear new memory, much less for large pages. So memory is taken from few large chunks.
class AttentionMemoryPool {
 public:
  /// Not thread-safe. The result may be destroyed later than the pool.
  AttentionMemory take(NumberFormat format, int64_t tokens, int64_t width);

 private:
  std::shared_ptr<MemoryChunk> chunk_for(size_t bytes);

  std::vector<std::shared_ptr<MemoryChunk>> chunks_;  // the last one was used last
};

}  // namespace dragoman
