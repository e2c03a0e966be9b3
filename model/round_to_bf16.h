#pragma once

#include "model/vector_clones.h"

namespace dragoman {

/// The bits of the nearest bf16, ties to even, of a number that is not NaN; no branch stands in the
/// way of vector code.
DRAGOMAN_INLINE uint16_t round_to_bf16(float x) {
  const auto bits = __builtin_bit_cast(uint32_t, x);
  return static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
}

}  // namespace dragoman
