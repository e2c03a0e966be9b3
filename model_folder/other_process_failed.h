#pragma once

#include <stdexcept>

namespace dragoman {

/// Error: another process that trains the same model failed, and said why.
class OtherProcessFailed : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace dragoman
