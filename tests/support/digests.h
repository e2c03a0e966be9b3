#pragma once

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>

#include "catch.h"

namespace dragoman {

/// Returns a hash of the bits of numbers (FNV-1a). All NaNs count as equal.
template <class Numbers>
uint64_t digest_of(const Numbers& numbers) {
  uint64_t hash = 0xcbf29ce484222325U;
  for (const double number : numbers) {
    uint64_t bits = 0;
    if (!std::isnan(number)) std::memcpy(&bits, &number, sizeof(bits));
    for (int i = 0; i < 64; i += 8) hash = (hash ^ (bits >> i & 0xffU)) * 0x100000001b3U;
    if (std::isnan(number)) ++hash;
  }
  return hash;
}

/// Appends the running test's name and a digest of its results to the file DRAGOMAN_DIGESTS, if
/// set. `scripts/test --part arm64` compares the files of two kinds of processors.
template <class Numbers>
void record_digest(const Numbers& numbers) {
  const char* path = std::getenv("DRAGOMAN_DIGESTS");
  if (path == nullptr) return;
  std::ofstream file(path, std::ios::app);
  file << Catch::getResultCapture().getCurrentTestName() << ": " << std::hex << digest_of(numbers)
       << std::endl;
  if (!file) throw std::runtime_error("cannot write '" + std::string(path) + "'");
}

}  // namespace dragoman
