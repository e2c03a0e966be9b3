#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace dragoman {

/// Facts for the log about a request, in addition to its head and body.
struct RequestRecord {
  std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  std::string route;  // its path pattern; "" if no route matched; "refused" if it was not read
  int64_t sentences = 0;
  std::vector<std::string> texts;         // only if the log shall contain texts
  std::vector<std::string> translations;  // likewise
  std::string error;                      // why the request failed; without its texts
  int late_error = 0;                     // status of an error after the head of the response
};

}  // namespace dragoman
