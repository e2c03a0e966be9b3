#pragma once

#include <cstdint>

namespace dragoman {

/// Tokens of each language, padding included: its id is the last one.
struct VocabularySizes {
  int64_t source = 0;
  int64_t target = 0;
};

}  // namespace dragoman
