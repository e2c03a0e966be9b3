#pragma once

#include <cstdint>

namespace dragoman {

/// Number of tokens of each language, including padding, whose id is the last one.
struct VocabularySizes {
  int64_t source = 0;
  int64_t target = 0;
};

}  // namespace dragoman
