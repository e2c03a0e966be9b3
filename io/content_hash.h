#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dragoman {

/// A 64-bit hash of bytes that detects changed content. Not secure against deliberate collisions.
/// Adding bytes in several parts gives another hash than adding them at once.
class ContentHash {
 public:
  void add(std::string_view bytes);
  void add(uint64_t number);
  /// Adds the bytes of a regular file. Throws std::runtime_error if it cannot be read, or, like a
  /// pipe, can be read only once.
  void add_file(const std::string& path);

  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0;
};

/// Formats a hash as 16 hexadecimal digits.
std::string hash_text(uint64_t hash);

}  // namespace dragoman
