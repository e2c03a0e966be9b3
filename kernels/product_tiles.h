#pragma once

#include "kernels/lanes.h"
#include "kernels/product.h"

// Tiles of products, for any number format.

namespace dragoman {
namespace {

/// Calls work(sum, row, register of columns) for all sums of a tile.
template <class Sums, int kRows, int kWide, class Work>
DRAGOMAN_INLINE void for_tile(Sums (&sums)[kRows][kWide], const Work& work) {
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) work(sums[r][c], r, c);
  }
}

/// Number of column registers in a tile, chosen so that its sums fill the registers. Many sums hide
/// the latency of an instruction.
constexpr int tile_width(int rows) {
  if (kHas32Registers) return kNativeFloats < kLanes && rows <= 3 ? 8 : 4;
  return rows == 1 ? 8 : rows <= 3 ? 4 : 2;
}

/// Number of columns whose weights are interleaved, word after word without a gap. Intel's
/// processors read memory faster from four places at once (Sapphire Rapids: 18 GB/s a core instead
/// of 10), so a panel is four strips. AMD's, the only ones that use the table with bf16 products,
/// read faster from one place (Zen 4: one row of int8 by a quarter, few rows of fp32 and bf16 by a
/// tenth to a fifth).
#if defined(__AVX512BF16__)
constexpr int64_t kStrip = kPanelColumns;
#else
constexpr int64_t kStrip = kLanes;
#endif
/// From these numbers of rows on, prefetching pays if weights come from memory. With fewer rows,
/// the processor's own prefetching is as fast or faster. It is slow with strips of bf16 and int8,
/// which take more instructions (Zen 4, one row: bf16 2.6 times as fast when prefetched, int8 1.5
/// times).
constexpr int kRowsToFetchFloats = kStrip == kPanelColumns ? 7 : kHas32Registers ? 6 : 4;
constexpr int kRowsToFetch = kStrip == kPanelColumns ? 5 : 1;

/// Offset of register c of a tile's columns; strips begin `strip_stride` words apart.
DRAGOMAN_INLINE int64_t in_strips(int64_t c, int64_t strip_stride) {
  return c * kNativeFloats / kStrip * strip_stride + c * kNativeFloats % kStrip;
}

/// Base of formats. A format overrides it if its instructions take several words at once, or if
/// tiles share widened weights.
struct WordByWord {
  /// The format of products with many rows, if another one is faster then.
  using ForManyRows = void;
  /// Number of words in a block of a sum. The block's words of a strip fill the L1 cache on AVX2.
  static constexpr int64_t kWordsOfBlock = 512;
  /// Rows of the lowest tiles into which products are cut; the last ones may have one row less.
  static constexpr int kLeastRows = 1;
  /// Number of words from the weights of one word of a tile's columns to those of the next.
  static constexpr int64_t weight_step(int) { return kStrip; }
  /// Number of words that add_several() takes of each row, in a tile of this many rows. If 1, a
  /// format has no add_several().
  static constexpr int at_once(int) { return 1; }
  /// Permutes sums from the order of `out` into the order in which `add` needs them, and back.
  template <class Sums, int kRows, int kWide>
  static DRAGOMAN_INLINE void turn(Sums (&)[kRows][kWide]) {}
};

/// whole_sums() returns the sums of a register's columns; load_sums() reads them. Formats that keep
/// sums in several parts overload both.
template <class Sums>
DRAGOMAN_INLINE const Sums& whole_sums(const Sums& sums) {
  return sums;
}
template <class Sums>
DRAGOMAN_INLINE Sums load_sums(const uint32_t* from) {
  return load<Sums>(from);
}

/// sum = add_product(word of a column, word of a row, sum) for all sums of a tile. Implements `add`
/// for instructions that multiply whole words.
template <class Word, class Sums, int kRows, int kWide, class Input, class AddProduct>
DRAGOMAN_INLINE void add_word(Sums (&sums)[kRows][kWide], const Input* x, int64_t stride,
                              const uint32_t* weights, int64_t strip_stride,
                              const AddProduct& add_product) {
  Word w[kWide];
#pragma GCC unroll 8
  for (int c = 0; c < kWide; ++c) w[c] = load<Word>(weights + in_strips(c, strip_stride));
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
    const Word input = all_of(x[r * stride]);
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) sums[r][c] = add_product(w[c], input, sums[r][c]);
  }
}

#if defined(__aarch64__)
/// Lane kLane of add_four_words().
template <int kLane, class Word, class Sums, int kRows, int kWide, class AddLane>
DRAGOMAN_INLINE void add_lane(Sums (&sums)[kRows][kWide], const Word (&inputs)[kRows],
                              const uint32_t* weights, int64_t strip_stride,
                              const AddLane& add_lane) {
#pragma GCC unroll 8
  for (int c = 0; c < kWide; ++c) {
    const auto w = load<Word>(weights + kLane * kStrip + in_strips(c, strip_stride));
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r)
      sums[r][c] = add_lane.template operator()<kLane>(w, inputs[r], sums[r][c]);
  }
}

/// Does add_word() for four words. NEON can multiply by one of a register's four words, so four
/// words of a row take one load. sum = add_lane<i>(word of a column, four words of a row, sum)
/// multiplies by word i.
template <class Word, class Sums, int kRows, int kWide, class Input, class AddLane>
DRAGOMAN_INLINE void add_four_words(Sums (&sums)[kRows][kWide], const Input* x, int64_t stride,
                                    const uint32_t* weights, int64_t strip_stride,
                                    const AddLane& add) {
  Word inputs[kRows];
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
    inputs[r] = load<Word>(x + r * stride);
    // Without this, GCC loads each of the four words separately.
    asm("" : "+w"(inputs[r]));
  }
  add_lane<0>(sums, inputs, weights, strip_stride, add);
  add_lane<1>(sums, inputs, weights, strip_stride, add);
  add_lane<2>(sums, inputs, weights, strip_stride, add);
  add_lane<3>(sums, inputs, weights, strip_stride, add);
}
#endif

}  // namespace
}  // namespace dragoman
