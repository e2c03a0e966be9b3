#pragma once

#include <stddef.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

// Generic vectors of GCC and Clang, as wide as one register; kernels are written in them. The
// headers that include this one are compiled once for each table. Everything is therefore in an
// unnamed namespace, and calls no inline function that other files share: the linker would keep one
// copy of it, for any of the instruction sets.
//
// Tables with FMA give the same bits. For that, sums have a fixed order: 16 lanes, whatever the
// width of a register, then a fixed tree (lanes.h). multiply_add() rounds once; compilers must not
// contract other operations (-ffp-contract=off).

#define DRAGOMAN_INLINE inline __attribute__((always_inline))

// Bytes of a register. DRAGOMAN_INTRINSIC names the intrinsic of that width: with 32,
// DRAGOMAN_INTRINSIC(sqrt_ps) is _mm256_sqrt_ps.
#if !defined(DRAGOMAN_NATIVE_BYTES)
#if defined(__AVX512F__)
#define DRAGOMAN_NATIVE_BYTES 64
#elif defined(__AVX2__)
#define DRAGOMAN_NATIVE_BYTES 32
#else
#define DRAGOMAN_NATIVE_BYTES 16
#endif
#endif
#if DRAGOMAN_NATIVE_BYTES == 64
#define DRAGOMAN_INTRINSIC(name) _mm512_##name
#elif DRAGOMAN_NATIVE_BYTES == 32
#define DRAGOMAN_INTRINSIC(name) _mm256_##name
#else
#define DRAGOMAN_INTRINSIC(name) _mm_##name
#endif

namespace dragoman {
namespace {

constexpr int kNativeFloats = DRAGOMAN_NATIVE_BYTES / 4;
/// AVX-512 and 64-bit ARM have 32 vector registers, the others 16.
#if defined(__aarch64__)
constexpr bool kHas32Registers = true;
#else
constexpr bool kHas32Registers = DRAGOMAN_NATIVE_BYTES == 64;
#endif

using Floats [[gnu::vector_size(DRAGOMAN_NATIVE_BYTES)]] = float;
using Ints [[gnu::vector_size(DRAGOMAN_NATIVE_BYTES)]] = int32_t;
using Words [[gnu::vector_size(DRAGOMAN_NATIVE_BYTES)]] = uint32_t;
using Shorts [[gnu::vector_size(DRAGOMAN_NATIVE_BYTES)]] = int16_t;
using HalfWidth [[gnu::vector_size(DRAGOMAN_NATIVE_BYTES / 2)]] = uint16_t;

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

template <class Vector, class Number>
DRAGOMAN_INLINE void store(Number* to, const Vector& vector) {
  __builtin_memcpy(to, &vector, sizeof(vector));
}

/// Loads floats, or as many numbers of bf16 and converts them.
DRAGOMAN_INLINE Floats load_floats(const float* from) { return load<Floats>(from); }
DRAGOMAN_INLINE Floats load_floats(const uint16_t* from) {
#if DRAGOMAN_NATIVE_BYTES == 64
  return as<Floats>(as<Words>(_mm512_cvtepu16_epi32(load<__m256i>(from))) << 16U);
#elif DRAGOMAN_NATIVE_BYTES == 32
  return as<Floats>(as<Words>(_mm256_cvtepu16_epi32(load<__m128i>(from))) << 16U);
#elif defined(__aarch64__)
  return as<Floats>(vshll_n_u16(as<uint16x4_t>(load<HalfWidth>(from)), 16));
#else
  return as<Floats>(__builtin_convertvector(load<HalfWidth>(from), Words) << 16U);
#endif
}

#if defined(__x86_64__)
using NativeFloats = decltype(DRAGOMAN_INTRINSIC(setzero_ps)());
using NativeInts = decltype(DRAGOMAN_INTRINSIC(set1_epi32)(0));

/// a > b ? a : b, and thus b if either is NaN.
DRAGOMAN_INLINE Floats larger(Floats a, Floats b) {
  return as<Floats>(DRAGOMAN_INTRINSIC(max_ps)(as<NativeFloats>(a), as<NativeFloats>(b)));
}
DRAGOMAN_INLINE Floats square_root(Floats x) {
  return as<Floats>(DRAGOMAN_INTRINSIC(sqrt_ps)(as<NativeFloats>(x)));
}
#elif defined(__aarch64__)
/// NEON's own maximum treats NaN differently.
DRAGOMAN_INLINE Floats larger(Floats a, Floats b) { return a > b ? a : b; }
DRAGOMAN_INLINE Floats square_root(Floats x) { return as<Floats>(vsqrtq_f32(as<float32x4_t>(x))); }
#else
DRAGOMAN_INLINE Floats larger(Floats a, Floats b) { return a > b ? a : b; }
DRAGOMAN_INLINE Floats square_root(Floats x) {
  for (int i = 0; i < kNativeFloats; ++i) x[i] = __builtin_sqrtf(x[i]);
  return x;
}
#endif

#if defined(__FMA__)
/// a * b + c, rounded once where the table has FMA.
DRAGOMAN_INLINE Floats multiply_add(Floats a, Floats b, Floats c) {
  return as<Floats>(
      DRAGOMAN_INTRINSIC(fmadd_ps)(as<NativeFloats>(a), as<NativeFloats>(b), as<NativeFloats>(c)));
}
DRAGOMAN_INLINE float multiply_add(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#elif defined(__aarch64__)
DRAGOMAN_INLINE Floats multiply_add(Floats a, Floats b, Floats c) {
  return as<Floats>(vfmaq_f32(as<float32x4_t>(c), as<float32x4_t>(a), as<float32x4_t>(b)));
}
DRAGOMAN_INLINE float multiply_add(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
#else
DRAGOMAN_INLINE Floats multiply_add(Floats a, Floats b, Floats c) { return a * b + c; }
DRAGOMAN_INLINE float multiply_add(float a, float b, float c) { return a * b + c; }
#endif

/// Bit i of the result: whether lane i of a is at least that of b.
DRAGOMAN_INLINE uint64_t lanes_from(Floats a, Floats b) {
#if DRAGOMAN_NATIVE_BYTES == 64
  return _mm512_cmp_ps_mask(as<__m512>(a), as<__m512>(b), _CMP_GE_OQ);
#elif DRAGOMAN_NATIVE_BYTES == 32
  return static_cast<uint32_t>(
      _mm256_movemask_ps(_mm256_cmp_ps(as<__m256>(a), as<__m256>(b), _CMP_GE_OQ)));
#elif defined(__x86_64__)
  return static_cast<uint32_t>(_mm_movemask_ps(_mm_cmpge_ps(as<__m128>(a), as<__m128>(b))));
#elif defined(__aarch64__)
  constexpr Words kBits{1, 2, 4, 8};
  return vaddvq_u32(as<uint32x4_t>(as<Words>(a >= b) & kBits));
#else
  uint64_t bits = 0;
  for (int i = 0; i < kNativeFloats; ++i) bits |= uint64_t{a[i] >= b[i]} << i;
  return bits;
#endif
}

/// The same number in all lanes. (x + Floats{} would cost an instruction, since it turns -0 into
/// 0.)
DRAGOMAN_INLINE Floats all_of(float x) { return x - Floats{}; }
DRAGOMAN_INLINE Ints all_of(int32_t x) { return Ints{} + x; }
DRAGOMAN_INLINE Words all_of(uint32_t x) { return Words{} + x; }

}  // namespace
}  // namespace dragoman
