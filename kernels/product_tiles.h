#pragma once

#include "kernels/lanes.h"
#include "kernels/product.h"

// Tiles of products, whatever the numbers are.

namespace dragoman {
namespace {

/// work(sum, row, register of columns) for all sums of a tile.
template <class Sums, int kRows, int kWide, class Work>
DRAGOMAN_INLINE void for_tile(Sums (&sums)[kRows][kWide], const Work& work) {
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) work(sums[r][c], r, c);
  }
}

/// Registers of columns in a tile, so that its sums fill the registers: enough sums hide the
/// latency of an instruction.
constexpr int tile_width(int rows) {
  if (kHas32Registers) return 4;
  return rows == 1 ? 8 : rows <= 3 ? 4 : 2;
}

/// Columns of weights that lie side by side, word after word without a gap. Intel's processors read
/// memory faster from four places at once (Sapphire Rapids: 18 GB/s a core to 10), so that a panel
/// is four strips; AMD's, which alone take the table with bf16 products, from one (Zen 4: one row
/// of int8 by a quarter, few rows of fp32 and bf16 by a tenth to a fifth).
#if defined(__AVX512BF16__)
constexpr int64_t kStrip = kPanelColumns;
#else
constexpr int64_t kStrip = kLanes;
#endif
/// Fewer rows than that read memory as fast as the processor fetches it by itself.
constexpr int kRowsToFetch = kStrip == kPanelColumns ? 5 : 2;

/// Where register c of a tile's columns begins; strips begin `strip_stride` words apart.
DRAGOMAN_INLINE int64_t in_strips(int64_t c, int64_t strip_stride) {
  return c * kNativeFloats / kStrip * strip_stride + c * kNativeFloats % kStrip;
}

/// sum = add_product(word of a column, word of a row, sum) for all sums of a tile: what `add` does
/// where one instruction multiplies whole words.
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

}  // namespace
}  // namespace dragoman
