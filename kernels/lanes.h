#pragma once

#include "kernels/padding.h"
#include "kernels/vectors.h"

namespace dragoman {
namespace {

/// Adding it to a float of at most 2^22 rounds the float to an integer, held in the low bits.
constexpr float kToInteger = 0x1.8p23F;

/// Number of lanes of a sum, whatever the width of registers.
constexpr int kLanes = kLaneCount;

/// The smaller of two numbers.
constexpr int64_t least(int64_t a, int64_t b) { return a < b ? a : b; }

/// 16 floats, in as many registers as they need.
struct Lanes {
  static constexpr int kParts = kLanes / kNativeFloats;
  Floats part[kParts];

  DRAGOMAN_INLINE Lanes() = default;
  DRAGOMAN_INLINE Lanes(float x) {  // NOLINT: a number converts to 16 equal lanes
#pragma GCC unroll 4
    for (Floats& to : part) to = all_of(x);
  }
};

/// Calls work(part of a, part of b, ..) for each part.
template <class Work, class... More>
DRAGOMAN_INLINE Lanes for_parts(const Work& work, const Lanes& a, const More&... more) {
  Lanes out;
#pragma GCC unroll 4
  for (int i = 0; i < Lanes::kParts; ++i) out.part[i] = work(a.part[i], more.part[i]...);
  return out;
}

#define DRAGOMAN_LANES_OPERATOR(op)                                                      \
  DRAGOMAN_INLINE Lanes operator op(const Lanes& a, const Lanes& b) {                    \
    return for_parts(                                                                    \
        [](Floats x, Floats y) __attribute__((always_inline)) { return x op y; }, a, b); \
  }
DRAGOMAN_LANES_OPERATOR(+)
DRAGOMAN_LANES_OPERATOR(-)
DRAGOMAN_LANES_OPERATOR(*)
DRAGOMAN_LANES_OPERATOR(/)
#undef DRAGOMAN_LANES_OPERATOR

DRAGOMAN_INLINE Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return for_parts(
      [](Floats x, Floats y, Floats z)
          __attribute__((always_inline)) { return multiply_add(x, y, z); },
      a, b, c);
}
/// a > b ? a : b, and thus b if either is NaN.
DRAGOMAN_INLINE Lanes larger(const Lanes& a, const Lanes& b) {
  return for_parts(
      [](Floats x, Floats y) __attribute__((always_inline)) { return larger(x, y); }, a, b);
}
DRAGOMAN_INLINE Lanes square_root(const Lanes& x) {
  return for_parts(
      [](Floats part) __attribute__((always_inline)) { return square_root(part); }, x);
}
/// x > limit ? yes : no.
DRAGOMAN_INLINE Lanes where_above(const Lanes& x, const Lanes& limit, const Lanes& yes,
                                  const Lanes& no) {
  return for_parts(
      [](Floats a, Floats b, Floats c, Floats d)
          __attribute__((always_inline)) { return a > b ? c : d; },
      x, limit, yes, no);
}

/// Loads 16 numbers of fp32 or bf16.
template <class Number>
DRAGOMAN_INLINE Lanes load_lanes(const Number* from) {
  Lanes lanes;
#pragma GCC unroll 4
  for (int i = 0; i < Lanes::kParts; ++i) lanes.part[i] = load_floats(from + i * kNativeFloats);
  return lanes;
}

DRAGOMAN_INLINE void store_lanes(float* to, const Lanes& lanes) {
#pragma GCC unroll 4
  for (int i = 0; i < Lanes::kParts; ++i) store(to + i * kNativeFloats, lanes.part[i]);
}

/// Stores 16 words whose values fit into 16 bits.
DRAGOMAN_INLINE void store_low_halves(uint16_t* to, const Words (&words)[Lanes::kParts]) {
#if DRAGOMAN_NATIVE_BYTES == 32
  // The instruction packs within each 128 bits.
  const __m256i mixed = _mm256_packus_epi32(as<__m256i>(words[0]), as<__m256i>(words[1]));
  store(to, _mm256_permute4x64_epi64(mixed, 0xd8));
#else
#pragma GCC unroll 4
  for (int i = 0; i < Lanes::kParts; ++i)
    store(to + i * kNativeFloats, __builtin_convertvector(words[i], HalfWidth));
#endif
}
/// Rounds to the nearest bf16, ties to even, and stores. Not for NaN.
DRAGOMAN_INLINE void store_lanes(uint16_t* to, const Lanes& lanes) {
  Words rounded[Lanes::kParts];
#pragma GCC unroll 4
  for (int i = 0; i < Lanes::kParts; ++i) {
    const auto bits = as<Words>(lanes.part[i]);
    rounded[i] = (bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U;
  }
  store_low_halves(to, rounded);
}

using EightFloats [[gnu::vector_size(32)]] = float;
using FourFloats [[gnu::vector_size(16)]] = float;

template <class Join>
DRAGOMAN_INLINE FourFloats join_halves(const EightFloats& x, const Join& join) {
  return join(__builtin_shufflevector(x, x, 0, 1, 2, 3), __builtin_shufflevector(x, x, 4, 5, 6, 7));
}

/// Reduces 16 lanes in 1, 2 or 4 registers to 4: lane i is the join of (i, i + 8) and (i + 4, i +
/// 12).
template <class Native, class Join>
DRAGOMAN_INLINE FourFloats join_to_four(const Native (&part)[1], const Join& join) {
  const Native& x = part[0];
  return join_halves(join(__builtin_shufflevector(x, x, 0, 1, 2, 3, 4, 5, 6, 7),
                          __builtin_shufflevector(x, x, 8, 9, 10, 11, 12, 13, 14, 15)),
                     join);
}
template <class Native, class Join>
DRAGOMAN_INLINE FourFloats join_to_four(const Native (&part)[2], const Join& join) {
  return join_halves(join(part[0], part[1]), join);
}
template <class Native, class Join>
DRAGOMAN_INLINE FourFloats join_to_four(const Native (&part)[4], const Join& join) {
  return join(join(part[0], part[2]), join(part[1], part[3]));
}

/// The join of all lanes. Every sum over lanes uses the order of this tree.
template <class Join>
DRAGOMAN_INLINE float join_lanes(const Lanes& lanes, const Join& join) {
  const FourFloats four = join_to_four(lanes.part, join);
  return join(join(four[0], four[2]), join(four[1], four[3]));
}

struct Add {
  template <class Number>
  DRAGOMAN_INLINE Number operator()(const Number& a, const Number& b) const {
    return a + b;
  }
};
struct TakeLarger {
  template <class Number>
  DRAGOMAN_INLINE Number operator()(const Number& a, const Number& b) const {
    return a > b ? a : b;
  }
};

DRAGOMAN_INLINE float sum_of(const Lanes& lanes) { return join_lanes(lanes, Add()); }
DRAGOMAN_INLINE float largest_of(const Lanes& lanes) { return join_lanes(lanes, TakeLarger()); }

/// The joins of four times 16 lanes, each in the order of join_lanes().
template <class Join>
DRAGOMAN_INLINE FourFloats join_four_lanes(const Lanes& a, const Lanes& b, const Lanes& c,
                                           const Lanes& d, const Join& join) {
  const FourFloats w = join_to_four(a.part, join), x = join_to_four(b.part, join),
                   y = join_to_four(c.part, join), z = join_to_four(d.part, join);
  const FourFloats first = join(__builtin_shufflevector(w, x, 0, 4, 1, 5),
                                __builtin_shufflevector(w, x, 2, 6, 3, 7)),
                   second = join(__builtin_shufflevector(y, z, 0, 4, 1, 5),
                                 __builtin_shufflevector(y, z, 2, 6, 3, 7));
  return join(__builtin_shufflevector(first, second, 0, 1, 4, 5),
              __builtin_shufflevector(first, second, 2, 3, 6, 7));
}

DRAGOMAN_INLINE FourFloats sums_of(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d) {
  return join_four_lanes(a, b, c, d, Add());
}
DRAGOMAN_INLINE FourFloats largest_of(const Lanes& a, const Lanes& b, const Lanes& c,
                                      const Lanes& d) {
  return join_four_lanes(a, b, c, d, TakeLarger());
}

/// 16 numbers of a row, from `at` on.
struct Whole {
  int64_t at;

  template <class Number>
  DRAGOMAN_INLINE Lanes load(const Number* row, float = 0) const {
    return load_lanes(row + at);
  }
  template <class Number>
  DRAGOMAN_INLINE void store(Number* row, const Lanes& lanes) const {
    store_lanes(row + at, lanes);
  }
};

/// A number of fp32 or bf16.
DRAGOMAN_INLINE float widened(float x) { return x; }
DRAGOMAN_INLINE float widened(uint16_t bits) {
  return as<float>(static_cast<uint32_t>(bits) << 16U);
}

/// The last numbers of a row, fewer than 16. Further lanes get a fill value.
struct Part {
  int64_t at;
  int64_t count;

  template <class Number>
  DRAGOMAN_INLINE Lanes load(const Number* row, float fill = 0) const {
    float numbers[kLanes];
    store_lanes(numbers, Lanes(fill));
    for (int64_t i = 0; i < count; ++i) numbers[i] = widened(row[at + i]);
    return load_lanes(numbers);
  }
  template <class Number>
  DRAGOMAN_INLINE void store(Number* row, const Lanes& lanes) const {
    Number numbers[kLanes];
    store_lanes(numbers, lanes);
    for (int64_t i = 0; i < count; ++i) row[at + i] = numbers[i];
  }
};

/// Calls work(place) for a row of `width` numbers, 16 at a time.
template <class Work>
DRAGOMAN_INLINE void for_lanes(int64_t width, const Work& work) {
  int64_t at = 0;
  for (; at + kLanes <= width; at += kLanes) work(Whole{at});
  if (at < width) work(Part{at, width - at});
}

}  // namespace
}  // namespace dragoman
