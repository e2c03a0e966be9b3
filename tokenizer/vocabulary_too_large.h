#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace dragoman {

/// Thrown if a text does not allow a vocabulary of the wanted size.
class VocabularyTooLarge : public std::invalid_argument {
 public:
  VocabularyTooLarge(const std::string& message, int64_t largest)
      : std::invalid_argument(message), largest_(largest) {}

  /// The largest vocabulary_size that the text allows.
  int64_t largest() const { return largest_; }

 private:
  int64_t largest_;
};

}  // namespace dragoman
