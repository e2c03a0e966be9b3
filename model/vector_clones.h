#pragma once

#include <cstdint>

// One copy of a function for each vector width, chosen when the program is loaded; sanitizers do
// not support the choice.
#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define DRAGOMAN_VECTOR_CLONES \
  __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define DRAGOMAN_VECTOR_CLONES
#endif
/// What such functions call must become part of each copy.
#define DRAGOMAN_INLINE inline __attribute__((always_inline))

namespace dragoman {

/// Floats that one instruction treats at once, at most.
constexpr int64_t kVectorFloats = 16;

}  // namespace dragoman
