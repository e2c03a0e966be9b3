#pragma once

#include <stddef.h>
#include <stdint.h>

#include "engine/kernels.h"
#include "model/exp_of_negative.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// What kernels are written in. Vectors are GCC's and Clang's generic ones, 64 bytes wide; compilers
// split them where registers are narrower. These headers are compiled once for each set of
// instructions, so that all is in an unnamed namespace, and nothing calls an inline function that
// other files share: the linker would keep one copy of it, for any of the instructions.

namespace dragoman {
namespace {

using Floats [[gnu::vector_size(64)]] = float;
using Ints [[gnu::vector_size(64)]] = int32_t;
using Words [[gnu::vector_size(64)]] = uint32_t;
using Bf16s [[gnu::vector_size(32)]] = uint16_t;

template <class To, class From>
DRAGOMAN_INLINE To as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

template <class Vector, class Number>
DRAGOMAN_INLINE Vector load(const Number* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof(vector));
  return vector;
}

/// Floats from floats, or from as many numbers of bf16.
DRAGOMAN_INLINE Floats load_floats(const float* from) { return load<Floats>(from); }
DRAGOMAN_INLINE Floats load_floats(const uint16_t* from) {
  return as<Floats>(__builtin_convertvector(load<Bf16s>(from), Words) << 16U);
}

}  // namespace
}  // namespace dragoman
