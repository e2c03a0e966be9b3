#include "engine/attention_memory.h"

#include <algorithm>

namespace dragoman {
namespace {

auto first_of(std::vector<AttentionMemory>& sorted, size_t num_bytes) {
  return std::lower_bound(
      sorted.begin(), sorted.end(), num_bytes,
      [](const AttentionMemory& memory, size_t bytes) { return memory.num_bytes() < bytes; });
}

}  // namespace

AttentionMemory SpareAttentionMemory::take(NumberFormat format, int64_t tokens, int64_t width) {
  const auto found = first_of(spare_, tokens * width * bytes_of_key(format));
  if (found == spare_.end()) {
    if (!spare_.empty()) spare_.erase(spare_.begin());  // the larger memory replaces it
    return {format, tokens, width};
  }
  AttentionMemory taken(std::move(*found), format, width);
  spare_.erase(found);
  return taken;
}

void SpareAttentionMemory::give(AttentionMemory&& memory) {
  if (memory.num_bytes() == 0) return;
  spare_.insert(first_of(spare_, memory.num_bytes()), std::move(memory));
}

}  // namespace dragoman
