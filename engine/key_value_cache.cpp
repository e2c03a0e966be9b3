#include "engine/key_value_cache.h"

namespace dragoman {

std::vector<int32_t> KeyValueCache::add(std::span<const int64_t> tokens) {
  make_room(tokens.size());
  std::vector<int32_t> added;
  for (const int64_t token : tokens) {
    const int32_t entry = free_.back();
    free_.pop_back();
    entries_[entry].token = token;
    entries_[entry].rows = 1;
    added.push_back(entry);
  }
  return added;
}

void KeyValueCache::make_room(size_t count) {
  if (free_.size() >= count) return;
  const auto more = static_cast<int64_t>(count - free_.size());
  AttentionMemory& block = memory_.emplace_back(pool_.take(format_, more * layers_, width_));
  for (int64_t i = 0; i < more; ++i) {
    free_.push_back(static_cast<int32_t>(entries_.size()));
    entries_.push_back({.keys = static_cast<std::byte*>(block[i * layers_])});
  }
}

void KeyValueCache::retain(std::span<const int32_t> entries) {
  for (const int32_t entry : entries) ++entries_[entry].rows;
}

void KeyValueCache::release(std::span<const int32_t> entries) {
  for (const int32_t entry : entries) {
    if (--entries_[entry].rows == 0) free_.push_back(entry);
  }
}

}  // namespace dragoman
