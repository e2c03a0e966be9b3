#pragma once

#include "kernels/product_tiles.h"

// Number formats of products. `add` multiplies one word of each row, x[r * stride], by one word of
// each column and adds the products to a tile's sums. If a table lacks instructions for a format,
// numbers are widened: inputs when they are converted, weights in the inner loop, once for the rows
// of a tile, or before it, once for all tiles.

namespace dragoman {
namespace {

struct Fp32 : WordByWord {
  using Input = float;
  using Sums = Floats;
  static constexpr int kLeastRowsToFetch = kRowsToFetchFloats;
  static constexpr int kMostRows = 6;
  static constexpr int wide(int rows) { return tile_width(rows); }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Floats (&sums)[kRows][kWide], const float* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    add_word<Floats>(
        sums, x, stride, weights, strip_stride,
        [](const Floats& w, const Floats& input, const Floats& sum)
            __attribute__((always_inline)) { return multiply_add(w, input, sum); });
  }

#if defined(__aarch64__)
  struct AddLane {
    template <int kLane>
    DRAGOMAN_INLINE Floats operator()(const Floats& w, const Floats& x, const Floats& sum) const {
      return as<Floats>(
          vfmaq_laneq_f32(as<float32x4_t>(sum), as<float32x4_t>(w), as<float32x4_t>(x), kLane));
    }
  };
  static constexpr int at_once(int) { return 4; }
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add_several(Floats (&sums)[kRows][kWide], const float* x,
                                          int64_t stride, const uint32_t* weights,
                                          int64_t strip_stride) {
    add_four_words<Floats>(sums, x, stride, weights, strip_stride, AddLane());
  }
#endif
};

#if defined(__AVX512BF16__)
struct Bf16 : WordByWord {
  using Input = uint32_t;  // two numbers
  using Sums = Floats;
  static constexpr int kLeastRowsToFetch = kRowsToFetch;
  static constexpr int kMostRows = 6;
  static constexpr int wide(int rows) { return tile_width(rows); }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Floats (&sums)[kRows][kWide], const uint32_t* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    add_word<Words>(
        sums, x, stride, weights, strip_stride,
        [](const Words& w, const Words& input, const Floats& sum) __attribute__((always_inline)) {
          return as<Floats>(
              _mm512_dpbf16_ps(as<__m512>(sum), as<__m512bh>(input), as<__m512bh>(w)));
        });
  }

  static float convert(const float* x, int64_t words, void* out) {
    for_lanes(
        2 * words, [&](const auto& place) __attribute__((always_inline)) {
          place.store(static_cast<uint16_t*>(out), place.load(x));
        });
    return 1;
  }
};
#else
struct Bf16 : WordByWord {
  struct Input {
    float low, high;  // rounded to bf16
  };
  using Sums = Floats;
  static constexpr int kLeastRowsToFetch = kRowsToFetch;
  static constexpr int kMostRows = kNativeFloats == kLanes ? 6 : 5;
  static constexpr int wide(int rows) { return kHas32Registers ? 4 : rows <= 2 ? 4 : 2; }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Floats (&sums)[kRows][kWide], const Input* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    Words w[kWide];
    Floats half[kWide];
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) {
      w[c] = load<Words>(weights + in_strips(c, strip_stride));
      half[c] = as<Floats>(w[c] << 16U);
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const Floats input = all_of(x[r * stride].low);
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c) sums[r][c] = multiply_add(half[c], input, sums[r][c]);
    }
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) half[c] = as<Floats>(w[c] & 0xffff0000U);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const Floats input = all_of(x[r * stride].high);
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c) sums[r][c] = multiply_add(half[c], input, sums[r][c]);
    }
  }

  static float convert(const float* x, int64_t words, void* out) {
    for_lanes(
        2 * words, [&](const auto& place) __attribute__((always_inline)) {
          uint16_t rounded[kLanes];
          store_lanes(rounded, place.load(x));
          place.store(static_cast<float*>(out), load_lanes(rounded));
        });
    return 1;
  }
};
#endif

}  // namespace
}  // namespace dragoman
