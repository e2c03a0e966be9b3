#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// What is known of a request beside its head and body, for the log.
struct RequestRecord {
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::string route;  // its pattern: "" if there is none such
  int64_t sentences = 0;
  std::vector<std::string> texts;         // if the log shall have them
  std::vector<std::string> translations;  // the same
  std::string error;                      // what went wrong in the service
};

}  // namespace dragoman
