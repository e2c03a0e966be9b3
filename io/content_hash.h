#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dragoman {

/// A 64-bit hash of bytes, to tell whether content is the same as before; not against those who
/// would deceive it. What is added in several parts differs from what is added in one.
class ContentHash {
 public:
  void add(std::string_view bytes);
  void add(uint64_t number);
  /// The bytes of a regular file. Throws std::runtime_error if it cannot be read, or can be read
  /// only once, as a pipe.
  void add_file(const std::string& path);

  uint64_t value() const { return state_; }

 private:
  uint64_t state_ = 0;
};

/// 16 hexadecimal digits.
std::string hash_text(uint64_t hash);

}  // namespace dragoman
