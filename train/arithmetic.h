#pragma once

#include <string>

namespace dragoman {

/// What the last digits of training depend on, beside configuration, seed and number of threads.
/// All empty in checkpoints of versions that did not record it.
struct Arithmetic {
  std::string program;    // version
  std::string libtorch;   // version
  std::string kernels;    // name of the table
  std::string processor;  // kind

  bool operator==(const Arithmetic&) const = default;
};

/// Of this process.
Arithmetic current_arithmetic();
/// As in "dragoman 0.1.0, LibTorch 2.13.0, kernels avx2, processor AuthenticAMD 25.1".
std::string describe(const Arithmetic& arithmetic);

}  // namespace dragoman
