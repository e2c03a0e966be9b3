#pragma once

#include "kernels/product_tiles.h"
#include "kernels/small_products.h"

// Tiles of products of whole matrices (large_products.h). A tile's sums stay in registers. Elements
// of the left matrix are broadcast, one after another. Memory is slow, so a tile fetches what the
// next one reads and writes.

namespace dragoman {
namespace {

/// Height of a tile, and its width in registers. Registers hold all sums of a tile.
constexpr int kMatrixTileRows = 6;
constexpr int kMatrixTileWide = kHas32Registers ? 4 : 2;
constexpr int64_t kMatrixPanel = kMatrixTileWide * kNativeFloats;

/// Some rows and at most kMatrixPanel columns of a product, and some terms of their sums.
struct MatrixTile {
  const float* left = nullptr;  // the first row's first term
  int64_t left_stride = 0;
  int64_t next_stride = 0;       // the same in the next tile; 0: its rows are not fetched
  const float* panel = nullptr;  // [terms, kMatrixPanel]
  int64_t panel_stride = 0;
  int64_t terms = 0;
  const float* start = nullptr;  // what the sums begin with, or null: 0
  int64_t start_stride = 0;      // floats from a row to the next; 0 for a bias
  float* out = nullptr;
  int64_t out_stride = 0;
};

/// In step k of a tile, fetches a line of what comes next: of the next tile's rows or, if the left
/// matrix is transposed, of the row that it reads now; and of the next tile's part of `out`.
template <Layout kLayout, int kRows>
DRAGOMAN_INLINE void fetch_next(const MatrixTile& tile, const float* left, int64_t k) {
  constexpr int64_t kLines = (kMatrixPanel + kLanes - 1) / kLanes;
  const int64_t row = kRows + k % 8;
  __builtin_prefetch(left + (kLayout == Layout::kRows ? row * tile.next_stride : kLanes));
  __builtin_prefetch(tile.out + row * tile.out_stride + k / 8 % kLines * kLanes, 1);
}

template <Layout kLayout, int kRows>
DRAGOMAN_INLINE void multiply_whole_tile(const MatrixTile& tile) {
  Floats sums[kRows][kMatrixTileWide] = {};
  if (tile.start != nullptr)
    for_tile(
        sums, [&](Floats & sum, int r, int c) __attribute__((always_inline)) {
          sum = load<Floats>(tile.start + r * tile.start_stride + c * kNativeFloats);
        });
  const float *left = tile.left, *panel = tile.panel;
  const int64_t stride = tile.left_stride;
  for (int64_t k = 0; k < tile.terms; ++k, panel += tile.panel_stride) {
    Floats right[kMatrixTileWide];
#pragma GCC unroll 4
    for (int c = 0; c < kMatrixTileWide; ++c) right[c] = load<Floats>(panel + c * kNativeFloats);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const Floats factor = all_of(kLayout == Layout::kRows ? left[r * stride] : left[r]);
#pragma GCC unroll 4
      for (int c = 0; c < kMatrixTileWide; ++c)
        sums[r][c] = multiply_add(right[c], factor, sums[r][c]);
    }
    fetch_next<kLayout, kRows>(tile, left, k);
    left += kLayout == Layout::kRows ? 1 : stride;
  }
  for_tile(
      sums, [&](const Floats& sum, int r, int c) __attribute__((always_inline)) {
        store(tile.out + r * tile.out_stride + c * kNativeFloats, sum);
      });
}

/// Multiplies a tile of `columns` columns. If they are few, their sums pass through whole rows.
template <Layout kLayout, int kRows>
void multiply_matrix_tile(const MatrixTile& tile, int64_t columns) {
  if (columns == kMatrixPanel) {
    multiply_whole_tile<kLayout, kRows>(tile);
    return;
  }
  float rows[kRows * kMatrixPanel] = {};
  const auto copy = [columns](const float* from, int64_t from_stride, float* to, int64_t to_stride)
      __attribute__((always_inline)) {
    for (int64_t r = 0; r < kRows; ++r) {
      for (int64_t c = 0; c < columns; ++c) to[r * to_stride + c] = from[r * from_stride + c];
    }
  };
  MatrixTile whole = tile;
  if (tile.start != nullptr) {
    copy(tile.start, tile.start_stride, rows, kMatrixPanel);
    whole.start = rows;
    whole.start_stride = kMatrixPanel;
  }
  whole.out = rows;
  whole.out_stride = kMatrixPanel;
  multiply_whole_tile<kLayout, kRows>(whole);
  copy(rows, kMatrixPanel, tile.out, tile.out_stride);
}

}  // namespace
}  // namespace dragoman
