#pragma once

#include "kernels/lanes.h"

// Products of matrices that are too small for a library: those of one head of one sentence.

namespace dragoman {
namespace {

/// Layout of the first factor a of a product: row-major, or column-major.
enum class Layout { kRows, kColumns };

struct Factor {
  const float* data;
  int64_t stride;  // floats from a row to the next, or from a column to the next
};

/// The second factor b, whose rows k are summed.
struct Addends {
  const float* data;
  int64_t stride;   // floats from a row to the next
  int64_t columns;  // a multiple of kLanes
  int64_t first;    // first row
  int64_t end;      // one past the last row
};

struct SmallOutput {
  float* data;
  int64_t stride;
  float scale;  // factor of every sum
};

/// Height of a tile, and its width in 16 columns. Registers hold all sums of a tile.
constexpr int kTileRows = kNativeFloats == kLanes ? 8 : 6;
constexpr int kTileLanes = kNativeFloats == kLanes ? 2 : 1;

/// out[r][c] = scale * sum over k of a(r, k) * b[k][c], for kRows rows and 16 kWide columns. A sum
/// of -0 becomes 0, because its sign would depend on the number of zeros in a, and thus on the
/// height of tiles.
template <Layout kLayout, int kRows, int kWide>
DRAGOMAN_INLINE void multiply_small_tile(const Factor& a, const Addends& b, int64_t column,
                                         const SmallOutput& out) {
  Lanes sums[kRows][kWide];
#pragma GCC unroll 8
  for (auto& row : sums) {
#pragma GCC unroll 2
    for (Lanes& sum : row) sum = Lanes(0);
  }
  const float* from = b.data + b.first * b.stride + column;
  for (int64_t k = b.first; k < b.end; ++k, from += b.stride) {
    Lanes row[kWide];
#pragma GCC unroll 2
    for (int c = 0; c < kWide; ++c) row[c] = load_lanes(from + c * kLanes);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const Lanes factor(kLayout == Layout::kRows ? a.data[r * a.stride + k]
                                                  : a.data[k * a.stride + r]);
#pragma GCC unroll 2
      for (int c = 0; c < kWide; ++c) sums[r][c] = multiply_add(row[c], factor, sums[r][c]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int c = 0; c < kWide; ++c)
      store_lanes(out.data + r * out.stride + column + c * kLanes,
                  multiply_add(sums[r][c], Lanes(out.scale), Lanes(0)));
  }
}

/// The same for all columns.
template <Layout kLayout, int kRows>
void multiply_small_rows(const Factor& a, const Addends& b, const SmallOutput& out) {
  int64_t column = 0;
  for (; column + kTileLanes * kLanes <= b.columns; column += kTileLanes * kLanes)
    multiply_small_tile<kLayout, kRows, kTileLanes>(a, b, column, out);
  if (column < b.columns) multiply_small_tile<kLayout, kRows, 1>(a, b, column, out);
}

/// The same for `rows` rows, 1 to kTileRows.
template <Layout kLayout>
DRAGOMAN_INLINE void multiply_small(int64_t rows, const Factor& a, const Addends& b,
                                    const SmallOutput& out) {
  using Multiply = void (*)(const Factor&, const Addends&, const SmallOutput&);
  constexpr Multiply kMultiply[] = {multiply_small_rows<kLayout, 1>,
                                    multiply_small_rows<kLayout, 2>,
                                    multiply_small_rows<kLayout, 3>,
                                    multiply_small_rows<kLayout, 4>,
                                    multiply_small_rows<kLayout, 5>,
                                    multiply_small_rows<kLayout, 6>,
                                    multiply_small_rows<kLayout, least(7, kTileRows)>,
                                    multiply_small_rows<kLayout, kTileRows>};
  kMultiply[rows - 1](a, b, out);
}

/// Rows cut into as few tiles as their greatest height allows, and of nearly the same height: first
/// `higher` tiles of height + 1, then `lower` tiles.
struct RowTiles {
  int64_t height, higher, lower;

  DRAGOMAN_INLINE RowTiles(int64_t rows, int64_t greatest) {
    const int64_t tiles = (rows + greatest - 1) / greatest;
    height = tiles > 0 ? rows / tiles : 0;
    higher = rows - tiles * height;
    lower = tiles - higher;
  }
};

/// Calls work(first row, number of rows) for each tile.
template <class Work>
DRAGOMAN_INLINE void for_tiles(const RowTiles& tiles, const Work& work) {
  int64_t row = 0;
  for (int64_t i = 0; i < tiles.higher; ++i, row += tiles.height + 1) work(row, tiles.height + 1);
  for (int64_t i = 0; i < tiles.lower; ++i, row += tiles.height) work(row, tiles.height);
}

/// Transposes 4 rows of 4 floats; rows from `count` on are zeros.
DRAGOMAN_INLINE void transpose_block(const float* rows, int64_t stride, int64_t count, float* out,
                                     int64_t out_stride) {
  FourFloats a[4] = {};
  for (int r = 0; r < 4; ++r) {
    if (r < count) a[r] = load<FourFloats>(rows + r * stride);
  }
  const FourFloats low = __builtin_shufflevector(a[0], a[1], 0, 4, 1, 5),
                   high = __builtin_shufflevector(a[0], a[1], 2, 6, 3, 7),
                   other_low = __builtin_shufflevector(a[2], a[3], 0, 4, 1, 5),
                   other_high = __builtin_shufflevector(a[2], a[3], 2, 6, 3, 7);
  store(out, __builtin_shufflevector(low, other_low, 0, 1, 4, 5));
  store(out + out_stride, __builtin_shufflevector(low, other_low, 2, 3, 6, 7));
  store(out + 2 * out_stride, __builtin_shufflevector(high, other_high, 0, 1, 4, 5));
  store(out + 3 * out_stride, __builtin_shufflevector(high, other_high, 2, 3, 6, 7));
}

/// Transposes rows [count, width] -> [width, padded] and pads with zeros. width and padded are
/// multiples of 4.
DRAGOMAN_INLINE void transpose(const float* rows, int64_t stride, int64_t count, int64_t width,
                               int64_t padded, float* out) {
  for (int64_t row = 0; row < padded; row += 4) {
    for (int64_t column = 0; column < width; column += 4)
      transpose_block(rows + row * stride + column, stride, count - row,
                      out + column * padded + row, padded);
  }
}

}  // namespace
}  // namespace dragoman
