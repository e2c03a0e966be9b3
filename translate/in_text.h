#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace dragoman {

/// Calls work() for text `i` of `count`, from 0. If there are several, an error names the text.
template <class Work>
auto in_text(size_t i, size_t count, const Work& work) {
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    if (count == 1) throw;
    throw std::invalid_argument("text " + std::to_string(i) + ": " + error.what());
  }
}

}  // namespace dragoman
