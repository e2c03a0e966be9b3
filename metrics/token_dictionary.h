#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dragoman {

/// Numbers tokens from 1; equal tokens have equal numbers. Stores tokens as views: their text must
/// outlive the use of their numbers.
class TokenDictionary {
 public:
  /// The number of an unknown token.
  static constexpr uint32_t kUnknown = 0;

  /// Removes all tokens and makes room for `max_tokens`.
  void reset(size_t max_tokens);
  /// Appends the numbers of `tokens`. Numbers new ones, at most `max_tokens` of reset().
  void add(const std::vector<std::string_view>& tokens, std::vector<uint32_t>& ids);
  /// Appends the numbers of `tokens`; kUnknown for new ones.
  void find(const std::vector<std::string_view>& tokens, std::vector<uint32_t>& ids) const;

 private:
  struct Entry {
    std::string_view token;
    uint32_t id = kUnknown;
    uint32_t hash = 0;
  };
  size_t slot_of(std::string_view token, uint64_t hash) const;

  /// Open addressing; its size is a power of two, at least twice the number of tokens.
  std::vector<Entry> entries_;
  size_t mask_ = 0;
  uint32_t last_id_ = 0;
};

}  // namespace dragoman
