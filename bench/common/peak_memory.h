#pragma once

#include <string>

#include "io/text_file.h"

namespace dragoman {

/// Returns the peak resident memory of this program in KB, as Linux reports it. getrusage's may be
/// that of the parent process.
inline long peak_memory_kb() {
  LineReader status("/proc/self/status");
  for (std::string line; status.next(line);) {
    if (line.starts_with("VmHWM:")) return std::stol(line.substr(6));
  }
  return 0;
}

}  // namespace dragoman
