#pragma once

#include <cstdlib>
#include <string>

namespace dragoman {

/// Returns the device for tests that can use any: DRAGOMAN_TEST_DEVICE, such as cuda:1, or the CPU.
inline std::string test_device() {
  const char* named = std::getenv("DRAGOMAN_TEST_DEVICE");
  return named != nullptr && *named != '\0' ? named : "cpu";
}

}  // namespace dragoman
