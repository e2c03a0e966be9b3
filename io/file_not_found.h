#pragma once

#include <stdexcept>

namespace dragoman {

/// Error: a file or folder does not exist.
class FileNotFound : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dragoman
