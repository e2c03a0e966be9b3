#include "metrics/token_dictionary.h"

#include <bit>
#include <cstring>

namespace dragoman {
namespace {

constexpr uint64_t kWordMultiplier = 0x9E3779B97F4A7C15;  // 2^64 / golden ratio

uint64_t mixed(uint64_t hash, uint64_t word) {
  hash = (hash ^ word) * kWordMultiplier;
  return hash ^ (hash >> 32);
}

/// Hashes eight bytes at a time, since tokens are short.
uint64_t hash_of(std::string_view token) {
  uint64_t hash = token.size();
  const char* at = token.data();
  size_t left = token.size();
  for (; left > 8; left -= 8, at += 8) {
    uint64_t word = 0;
    std::memcpy(&word, at, 8);
    hash = mixed(hash, word);
  }
  uint64_t word = 0;
  std::memcpy(&word, at, left);
  return mixed(hash, word);
}

}  // namespace

void TokenDictionary::reset(size_t max_tokens) {
  const size_t size = std::bit_ceil(2 * max_tokens + 2);
  entries_.assign(size, Entry());
  mask_ = size - 1;
  last_id_ = 0;
}

size_t TokenDictionary::slot_of(std::string_view token, uint64_t hash) const {
  size_t slot = hash & mask_;
  while (
      entries_[slot].id != kUnknown &&
      (entries_[slot].hash != static_cast<uint32_t>(hash >> 32) || entries_[slot].token != token)) {
    slot = (slot + 1) & mask_;
  }
  return slot;
}

void TokenDictionary::add(const std::vector<std::string_view>& tokens, std::vector<uint32_t>& ids) {
  for (const std::string_view token : tokens) {
    const uint64_t hash = hash_of(token);
    Entry& entry = entries_[slot_of(token, hash)];
    if (entry.id == kUnknown) entry = {token, ++last_id_, static_cast<uint32_t>(hash >> 32)};
    ids.push_back(entry.id);
  }
}

void TokenDictionary::find(const std::vector<std::string_view>& tokens,
                           std::vector<uint32_t>& ids) const {
  for (const std::string_view token : tokens)
    ids.push_back(entries_[slot_of(token, hash_of(token))].id);
}

}  // namespace dragoman
