#pragma once

#include <span>
#include <vector>

#include "engine/attention_memory.h"

namespace dragoman {

/// Keys and values, of all layers, of the tokens that the rows of a batch have decoded. Rows share
/// the tokens that they have in common. A token that no row contains any more gives its memory to
/// the next one.
class KeyValueCache {
 public:
  /// Takes memory from `pool`, which must outlive it. `width`: keys and values of a token in one
  /// layer.
  KeyValueCache(AttentionMemoryPool& pool, NumberFormat format, int64_t layers, int64_t width)
      : pool_(pool),
        format_(format),
        layers_(layers),
        width_(width),
        bytes_of_layer_(static_cast<size_t>(width * bytes_of_key(format))) {}

  /// Adds tokens, each contained in one row. Returns their entries, whose memory is uninitialised.
  std::vector<int32_t> add(std::span<const int64_t> tokens);
  /// One more row contains these entries.
  void retain(std::span<const int32_t> entries);
  /// One row less contains these entries.
  void release(std::span<const int32_t> entries);

  int64_t token(int32_t entry) const { return entries_[entry].token; }
  void* keys(size_t layer, int32_t entry) const {
    return entries_[entry].keys + layer * bytes_of_layer_;
  }

 private:
  struct Entry {
    std::byte* keys = nullptr;  // of the first layer; the others follow
    int64_t token = 0;
    int32_t rows = 0;  // how many contain it
  };

  /// Makes sure that `count` entries are free.
  void make_room(size_t count);

  AttentionMemoryPool& pool_;
  NumberFormat format_;
  int64_t layers_;
  int64_t width_;
  size_t bytes_of_layer_;
  std::vector<AttentionMemory> memory_;  // each [entries, layers]
  std::vector<Entry> entries_;
  std::vector<int32_t> free_;  // entries; the one that became free last is at the end
};

}  // namespace dragoman
