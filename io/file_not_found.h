#pragma once

#include <stdexcept>

namespace dragoman {

/// A file or folder that is not there.
class FileNotFound : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dragoman
