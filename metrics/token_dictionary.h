#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace dragoman {

/// Numbers tokens, equal ones alike, from 1. Tokens are kept as views: their text must outlive the
/// use of their numbers.
class TokenDictionary {
 public:
  /// The number of a token that was not numbered.
  static constexpr uint32_t kUnknown = 0;

  /// Forgets all tokens and makes room for `max_tokens`.
  void reset(size_t max_tokens);
  /// Appends the numbers of `tokens`, of which new ones are numbered (of reset()'s `max_tokens` at
  /// most).
  void add(const std::vector<std::string_view>& tokens, std::vector<uint32_t>& ids);
  /// Appends the numbers of `tokens`, kUnknown for new ones.
  void find(const std::vector<std::string_view>& tokens, std::vector<uint32_t>& ids) const;

 private:
  struct Entry {
    std::string_view token;
    uint32_t id = kUnknown;
    uint32_t hash = 0;
  };
  size_t slot_of(std::string_view token, uint64_t hash) const;

  std::vector<Entry> entries_;  // open addressing; a power of two, at least twice the tokens
  size_t mask_ = 0;
  uint32_t last_id_ = 0;
};

}  // namespace dragoman
