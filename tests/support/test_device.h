#pragma once

#include <cstdlib>
#include <string>

namespace dragoman {

/// The device that tests use which can run on any: DRAGOMAN_TEST_DEVICE, as cuda:1, or the CPU.
inline std::string test_device() {
  const char* named = std::getenv("DRAGOMAN_TEST_DEVICE");
  return named != nullptr && *named != '\0' ? named : "cpu";
}

}  // namespace dragoman
