#include "engine/attention_memory.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace dragoman {
namespace {

constexpr int64_t kAlignment = 64;
constexpr size_t kLeastChunk = size_t{1} << 17U, kMostDoubled = size_t{1} << 26U;

bool is_free(const std::shared_ptr<MemoryChunk>& chunk) { return chunk.use_count() == 1; }

}  // namespace

AttentionMemory::AttentionMemory(std::shared_ptr<MemoryChunk> chunk, NumberFormat format,
                                 int64_t tokens, int64_t width)
    : chunk_(std::move(chunk)),
      first_(chunk_->bytes.get() + chunk_->used),
      bytes_of_token_(width * bytes_of_key(format)) {
  chunk_->used += bytes_of(format, tokens, width);
}

size_t AttentionMemory::bytes_of(NumberFormat format, int64_t tokens, int64_t width) {
  return static_cast<size_t>(round_up(tokens * width * bytes_of_key(format), kAlignment));
}

AttentionMemory AttentionMemoryPool::take(NumberFormat format, int64_t tokens, int64_t width) {
  return {chunk_for(AttentionMemory::bytes_of(format, tokens, width)), format, tokens, width};
}

/// Returns a chunk with so many bytes that are not used: the last one or a free one, else a new
/// one. It is as large as all others, so that there are few, and replaces free ones.
std::shared_ptr<MemoryChunk> AttentionMemoryPool::chunk_for(size_t bytes) {
  for (auto chunk = chunks_.rbegin(); chunk != chunks_.rend(); ++chunk) {
    if (is_free(*chunk)) (*chunk)->used = 0;
    if ((*chunk)->used + bytes > (*chunk)->size()) continue;
    std::rotate(chunks_.rbegin(), chunk, chunk + 1);
    return chunks_.back();
  }
  const size_t all =
      std::accumulate(chunks_.begin(), chunks_.end(), kLeastChunk,
                      [](size_t sum, const auto& chunk) { return sum + chunk->size(); });
  std::erase_if(chunks_, is_free);
  return chunks_.emplace_back(
      std::make_shared<MemoryChunk>(std::max(bytes, std::min(all, kMostDoubled))));
}

}  // namespace dragoman
