#pragma once

#include "kernels/product_tiles.h"
#include "kernels/quantization.h"

// Products of int8 on 64-bit ARM, for three sets of instructions. Both factors are signed bytes,
// and sums are exact.

namespace dragoman {
namespace {

struct SignedByte {
  int8_t bits;
};
DRAGOMAN_INLINE void store_lanes(SignedByte* to, const Lanes& shifted) {
  const auto low = vuzp1q_s16(as<int16x8_t>(shifted.part[0]), as<int16x8_t>(shifted.part[1])),
             high = vuzp1q_s16(as<int16x8_t>(shifted.part[2]), as<int16x8_t>(shifted.part[3]));
  store(to, vuzp1q_s8(as<int8x16_t>(low), as<int8x16_t>(high)));
}

/// Common part of the three.
struct SignedInt8 : WordByWord {
  using Input = int32_t;  // four numbers, signed bytes
  using Sums = Ints;
  static constexpr bool kHasOffset = false;
  static constexpr int kLeastRowsToFetch = kRowsToFetch;
  static constexpr int kMostRows = 6;
  static constexpr int wide(int rows) { return tile_width(rows); }

  static float convert(const float* x, int64_t words, void* out) {
    return quantize<SignedByte>(x, 4 * words, out);
  }
};

#if defined(__ARM_FEATURE_DOTPROD)

/// SDOT: four products of a word at once.
struct DotInt8 : SignedInt8 {
  struct AddLane {
    template <int kLane>
    DRAGOMAN_INLINE Ints operator()(const Ints& w, const Ints& x, const Ints& sum) const {
      return as<Ints>(
          vdotq_laneq_s32(as<int32x4_t>(sum), as<int8x16_t>(w), as<int8x16_t>(x), kLane));
    }
  };

  static constexpr int at_once(int) { return 4; }
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add_several(Ints (&sums)[kRows][kWide], const int32_t* x,
                                          int64_t stride, const uint32_t* weights,
                                          int64_t strip_stride) {
    add_four_words<Ints>(sums, x, stride, weights, strip_stride, AddLane());
  }
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Ints (&sums)[kRows][kWide], const int32_t* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    add_word<Ints>(
        sums, x, stride, weights, strip_stride,
        [](const Ints& w, const Ints& input, const Ints& sum)
            __attribute__((always_inline)) { return AddLane().operator()<0>(w, input, sum); });
  }
};

#endif

#if defined(__ARM_FEATURE_MATMUL_INT8)

/// SMMLA: two words of two rows times two words of two columns. Weights must be reordered for it,
/// which pays for tiles of four and six rows. Other tiles use SDOT.
struct Int8 : SignedInt8 {
  static constexpr bool takes_squares(int rows) { return rows >= 4 && rows % 2 == 0; }
  static constexpr int at_once(int rows) { return takes_squares(rows) ? 2 : 4; }

  /// Regroups the sums of each two rows: the first two of each row, then the last two of each row.
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void turn(Ints (&sums)[kRows][kWide]) {
    if constexpr (takes_squares(kRows)) {
#pragma GCC unroll 8
      for (int r = 0; r < kRows; r += 2) {
#pragma GCC unroll 8
        for (int c = 0; c < kWide; ++c) {
          const Ints a = sums[r][c], b = sums[r + 1][c];
          sums[r][c] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
          sums[r + 1][c] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
        }
      }
    }
  }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add_several(Ints (&sums)[kRows][kWide], const int32_t* x,
                                          int64_t stride, const uint32_t* weights,
                                          int64_t strip_stride) {
    if constexpr (takes_squares(kRows))
      add_squares<2>(sums, x, stride, weights, strip_stride);
    else
      DotInt8::add_several(sums, x, stride, weights, strip_stride);
  }
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(Ints (&sums)[kRows][kWide], const int32_t* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    if constexpr (takes_squares(kRows))
      add_squares<1>(sums, x, stride, weights, strip_stride);
    else
      DotInt8::add(sums, x, stride, weights, strip_stride);
  }

 private:
  static DRAGOMAN_INLINE Ints add_square(const Ints& w, const Ints& x, const Ints& sum) {
    return as<Ints>(vmmlaq_s32(as<int32x4_t>(sum), as<int8x16_t>(x), as<int8x16_t>(w)));
  }

  /// Two words of a row. If there is only one, the second is 0.
  template <int kWords>
  static DRAGOMAN_INLINE int32x2_t words_of(const int32_t* x) {
    if constexpr (kWords == 2) return vld1_s32(x);
    return vset_lane_s32(*x, vdup_n_s32(0), 0);
  }

  template <int kWords, int kRows, int kWide>
  static DRAGOMAN_INLINE void add_squares(Ints (&sums)[kRows][kWide], const int32_t* x,
                                          int64_t stride, const uint32_t* weights,
                                          int64_t strip_stride) {
    Ints inputs[kRows / 2];
#pragma GCC unroll 8
    for (int r = 0; r < kRows; r += 2)
      inputs[r / 2] = as<Ints>(
          vcombine_s32(words_of<kWords>(x + r * stride), words_of<kWords>(x + (r + 1) * stride)));
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) {
      const uint32_t* from = weights + in_strips(c, strip_stride);
      const Ints first = load<Ints>(from),
                 second = kWords == 2 ? load<Ints>(from + kStrip) : Ints{};
      const Ints low = __builtin_shufflevector(first, second, 0, 4, 1, 5),
                 high = __builtin_shufflevector(first, second, 2, 6, 3, 7);
#pragma GCC unroll 8
      for (int r = 0; r < kRows; r += 2) {
        sums[r][c] = add_square(low, inputs[r / 2], sums[r][c]);
        sums[r + 1][c] = add_square(high, inputs[r / 2], sums[r + 1][c]);
      }
    }
  }
};

#elif defined(__ARM_FEATURE_DOTPROD)

using Int8 = DotInt8;

#else

/// Sums of a register's four columns, two columns in each part. The first and the last two bytes of
/// words are summed apart.
struct SplitSums {
  Ints part[2];
};
DRAGOMAN_INLINE Ints whole_sums(const SplitSums& sums) {
  return as<Ints>(vpaddq_s32(as<int32x4_t>(sums.part[0]), as<int32x4_t>(sums.part[1])));
}
template <>
DRAGOMAN_INLINE SplitSums load_sums<SplitSums>(const uint32_t* from) {
  const Ints whole = load<Ints>(from);
  return {{__builtin_shufflevector(whole, Ints{}, 0, 4, 1, 5),
           __builtin_shufflevector(whole, Ints{}, 2, 6, 3, 7)}};
}

/// 16 bits can hold the sum of two products of bytes, one from each of two words, but not of three.
struct Int8 : SignedInt8 {
  using Sums = SplitSums;
  static constexpr int wide(int rows) { return rows == 1 ? 8 : rows <= 3 ? 4 : 2; }
  static constexpr int at_once(int) { return 2; }

  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add_several(SplitSums (&sums)[kRows][kWide], const int32_t* x,
                                          int64_t stride, const uint32_t* weights,
                                          int64_t strip_stride) {
    add_words_of_pair<true>(sums, x, stride, weights, strip_stride);
  }
  template <int kRows, int kWide>
  static DRAGOMAN_INLINE void add(SplitSums (&sums)[kRows][kWide], const int32_t* x, int64_t stride,
                                  const uint32_t* weights, int64_t strip_stride) {
    add_words_of_pair<false>(sums, x, stride, weights, strip_stride);
  }

 private:
  template <bool kBoth, int kRows, int kWide>
  static DRAGOMAN_INLINE void add_words_of_pair(SplitSums (&sums)[kRows][kWide], const int32_t* x,
                                                int64_t stride, const uint32_t* weights,
                                                int64_t strip_stride) {
    int8x16_t first[kWide], second[kWide];
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) {
      const uint32_t* from = weights + in_strips(c, strip_stride);
      first[c] = load<int8x16_t>(from);
      if constexpr (kBoth) second[c] = load<int8x16_t>(from + kStrip);
    }
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const int32_t* row = x + r * stride;
      const auto x_first = as<int8x16_t>(all_of(row[0]));
      const auto x_second = as<int8x16_t>(all_of(kBoth ? row[1] : 0));
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c) {
        int16x8_t low = vmull_s8(vget_low_s8(first[c]), vget_low_s8(x_first)),
                  high = vmull_high_s8(first[c], x_first);
        if constexpr (kBoth) {
          low = vmlal_s8(low, vget_low_s8(second[c]), vget_low_s8(x_second));
          high = vmlal_high_s8(high, second[c], x_second);
        }
        add_pairs(low, sums[r][c].part[0]);
        add_pairs(high, sums[r][c].part[1]);
      }
    }
  }

  static DRAGOMAN_INLINE void add_pairs(int16x8_t products, Ints& sums) {
    sums = as<Ints>(vpadalq_s16(as<int32x4_t>(sums), products));
  }
};

#endif

}  // namespace
}  // namespace dragoman
