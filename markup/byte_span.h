#pragma once

#include <cstddef>

namespace dragoman {

/// Bytes [begin, end) of a text.
struct ByteSpan {
  size_t begin = 0;
  size_t end = 0;
};

}  // namespace dragoman
