#pragma once

#include "kernels/product_tiles.h"
#include "kernels/quantization.h"

// Products of int8. product_formats.h has those of fp32 and bf16.

namespace dragoman {
namespace {

#if defined(__AVX512VNNI__) || defined(__AVXVNNI__)

/// An integer plus 128.
struct OffsetByte {
  uint8_t bits;
};
DRAGOMAN_INLINE Words with_offset(const Floats& shifted) {
  return (as<Words>(shifted) + 128U) & 0xffU;
}
DRAGOMAN_INLINE void store_lanes(OffsetByte* to, const Lanes& shifted) {
#if DRAGOMAN_NATIVE_BYTES == 64
  store(to, _mm512_cvtepi32_epi8(as<__m512i>(with_offset(shifted.part[0]))));
#else
  // The instruction packs within each 128 bits, so the results are reordered before the second one.
  const __m256i mixed = _mm256_packus_epi32(as<__m256i>(with_offset(shifted.part[0])),
                                            as<__m256i>(with_offset(shifted.part[1])));
  const __m256i shorts = _mm256_permute4x64_epi64(mixed, 0xd8);
  store(to, _mm_packus_epi16(_mm256_castsi256_si128(shorts), _mm256_extracti128_si256(shorts, 1)));
#endif
}

struct Int8 : WordByWord {
  using Input = int32_t;  // four numbers, unsigned bytes with 128 added
  using Sums = Ints;
  static constexpr bool kHasOffset = true;
  static constexpr int kLeastRowsToFetch = kRowsToFetch;
  static constexpr int kMostRows = 6;
  static constexpr int wide(int rows) { return tile_width(rows); }

  static DRAGOMAN_INLINE Ints add_dot(const Ints& w, const Ints& x, const Ints& sum) {
#if defined(__AVXVNNI__)
    return as<Ints>(_mm256_dpbusd_avx_epi32(as<__m256i>(sum), as<__m256i>(x), as<__m256i>(w)));
#else
    return as<Ints>(DRAGOMAN_INTRINSIC(dpbusd_epi32)(as<NativeInts>(sum), as<NativeInts>(x),
                                                     as<NativeInts>(w)));
#endif
  }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Ints (&sums)[kRows][kWide], const int32_t* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    add_word<Ints>(
        sums, x, stride, weights, strip_stride,
        [](const Ints& w, const Ints& input, const Ints& sum)
            __attribute__((always_inline)) { return add_dot(w, input, sum); });
  }

  static float convert(const float* x, int64_t words, void* out) {
    return quantize<OffsetByte>(x, 4 * words, out);
  }
};

#else

/// A 16-bit integer; of each four in a row, the second and third swap places.
struct PairedShort {
  int16_t bits;
};
DRAGOMAN_INLINE void store_lanes(PairedShort* to, const Lanes& shifted) {
  using Quads [[gnu::vector_size(DRAGOMAN_NATIVE_BYTES / 2)]] = uint64_t;
#pragma GCC unroll 4
  for (int i = 0; i < Lanes::kParts; ++i) {
    const auto quads =
        as<Quads>(__builtin_convertvector(as<Words>(shifted.part[i]) & 0xffffU, HalfWidth));
    store(to + i * kNativeFloats, (quads & 0xffff00000000ffffU) | ((quads >> 16U) & 0xffff0000U) |
                                      ((quads << 16U) & 0xffff00000000U));
  }
}

/// Keeps the compiler from computing a value later, or again: it would run out of registers.
template <class Vector>
DRAGOMAN_INLINE void compute_now(Vector& value) {
#if defined(__x86_64__)
  asm volatile("" : "+v"(value));
#else
  (void)value;
#endif
}

/// Sums of two neighbouring products of 16-bit numbers. They fit into 32 bits.
DRAGOMAN_INLINE Ints dot_pairs(const Shorts& a, const Shorts& b) {
#if defined(__x86_64__)
  return as<Ints>(DRAGOMAN_INTRINSIC(madd_epi16)(as<NativeInts>(a), as<NativeInts>(b)));
#else
  const auto x = as<Ints>(a), y = as<Ints>(b);
  return ((x << 16) >> 16) * ((y << 16) >> 16) + (x >> 16) * (y >> 16);
#endif
}

/// Multiplies numbers of 16 bits, even and odd places apart. Sums are therefore exact: `pmaddubsw`,
/// which multiplies unsigned by signed bytes, saturates at 16 bits.
struct Int8Pairs : WordByWord {
  struct Input {
    int32_t even, odd;  // 16 bits each: numbers 0 and 2; numbers 1 and 3
  };
  using Sums = Ints;
  static constexpr bool kHasOffset = false;
  static constexpr int kLeastRowsToFetch = kRowsToFetch;
  static constexpr int wide(int rows) { return tile_width(rows); }

  static DRAGOMAN_INLINE Shorts even_of(const Shorts& weights) { return (weights << 8) >> 8; }
  static DRAGOMAN_INLINE Shorts odd_of(const Shorts& weights) { return weights >> 8; }

  static float convert(const float* x, int64_t words, void* out) {
    return quantize<PairedShort>(x, 4 * words, out);
  }
};

/// Int8 for many rows. Weights are widened once for all tiles of rows, so a tile needs fewer
/// instructions, and fewer registers besides its sums.
struct WidenedInt8 : Int8Pairs {
  static constexpr int kMostRows = 6, kLeastRows = 5;
  /// The widened weights of a tile's columns, with the inputs of its rows, fit into L1.
  static constexpr int64_t kWordsOfBlock = kHas32Registers ? 64 : 128;
  /// The even numbers of `wide` registers of columns, then the odd ones.
  static constexpr int64_t weight_step(int wide) { return 2L * wide * kNativeFloats; }

  template <int kWide>
  static DRAGOMAN_INLINE void widen(const uint32_t* weights, int64_t strip_stride, int64_t words,
                                    uint32_t* widened) {
    for (; words > 0; --words, weights += kStrip, widened += weight_step(kWide)) {
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c) {
        const auto w = load<Shorts>(weights + in_strips(c, strip_stride));
        store(widened + c * kNativeFloats, even_of(w));
        store(widened + (kWide + c) * kNativeFloats, odd_of(w));
      }
    }
  }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Ints (&sums)[kRows][kWide], const Input* x, int64_t stride,
                                  const uint32_t* widened, int64_t) {
    add_half(sums, &x->even, 2 * stride, widened);
    add_half(sums, &x->odd, 2 * stride, widened + kWide * kNativeFloats);
  }

 private:
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add_half(Ints (&sums)[kRows][kWide], const int32_t* x, int64_t stride,
                                       const uint32_t* widened) {
    Shorts w[kWide];
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) {
      w[c] = load<Shorts>(widened + c * kNativeFloats);
      compute_now(w[c]);
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const auto input = as<Shorts>(all_of(x[r * stride]));
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c) {
        sums[r][c] += dot_pairs(input, w[c]);
        compute_now(sums[r][c]);
      }
    }
  }
};

/// Int8 for few rows.
struct Int8 : Int8Pairs {
#if defined(__AVX2__)
  using ForManyRows = WidenedInt8;
  /// Rows that are many. On Zen 5, 48 rows are 5 % faster with AVX2, 10 % with AVX-512; with less
  /// than half of them nothing is gained with AVX2.
  static constexpr int64_t kManyRows = kHas32Registers ? 17 : 32;
#endif
  static constexpr int kMostRows = kHas32Registers ? 6 : 4;

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Ints (&sums)[kRows][kWide], const Input* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    Shorts even[kWide], odd[kWide];
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) {
      const auto w = load<Shorts>(weights + in_strips(c, strip_stride));
      even[c] = even_of(w);
      odd[c] = odd_of(w);
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const auto x_even = as<Shorts>(all_of(x[r * stride].even)),
                 x_odd = as<Shorts>(all_of(x[r * stride].odd));
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c)
        sums[r][c] += dot_pairs(x_even, even[c]) + dot_pairs(x_odd, odd[c]);
    }
  }
};

#endif

}  // namespace
}  // namespace dragoman
