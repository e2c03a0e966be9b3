#pragma once

#include "kernels/matrix_tiles.h"

// Copies of parts of matrices, in the order in which tiles read them (large_products.h).

namespace dragoman {
namespace {

/// How many rows ahead copying fetches: rows of a wide matrix lie in different pages.
constexpr int64_t kRowsAhead = 12;

/// Fetches a part of a row that is copied some rows later.
DRAGOMAN_INLINE void fetch_ahead(const float* row, int64_t stride, int64_t count) {
  for (int64_t i = 0; i < count; i += kLanes) __builtin_prefetch(row + kRowsAhead * stride + i);
}

/// Copies `terms` rows, which begin at `from`, of `columns` columns into a panel. Further columns
/// become 0.
DRAGOMAN_INLINE void pack_rows(const float* from, int64_t stride, int64_t terms, int64_t columns,
                               float* panel) {
  for (int64_t k = 0; k < terms; ++k, from += stride, panel += kMatrixPanel) {
    fetch_ahead(from, stride, kMatrixPanel);
    if (columns == kMatrixPanel) {
#pragma GCC unroll 4
      for (int64_t c = 0; c < kMatrixPanel; c += kNativeFloats)
        store(panel + c, load<Floats>(from + c));
    } else {
      for (int64_t c = 0; c < kMatrixPanel; ++c) panel[c] = c < columns ? from[c] : 0;
    }
  }
}

/// The same for columns that are rows in memory.
DRAGOMAN_INLINE void pack_columns(const float* from, int64_t stride, int64_t terms, int64_t columns,
                                  float* panel) {
  for (int64_t c = 0; c < kMatrixPanel; c += 4) {
    const int64_t count = columns - c;
    int64_t k = 0;
    for (; k + 4 <= terms; k += 4) {
      // One of the four rows at a time, whose line serves four steps.
      __builtin_prefetch(from + (8 + k / 4 % 4) * stride + k);
      transpose_block(from + k, stride, count, panel + k * kMatrixPanel + c, kMatrixPanel);
    }
    for (; k < terms; ++k) {
      for (int64_t i = 0; i < 4; ++i)
        panel[k * kMatrixPanel + c + i] = i < count ? from[i * stride + k] : 0;
    }
    if (count > 4) from += 4 * stride;
  }
}

/// Copies a row of tiles, kHeight numbers for each; tiles begin `apart` floats after one another.
template <int kHeight>
void copy_tiles(const float* from, int64_t tiles, int64_t apart, float* to) {
  for (int64_t i = 0; i < tiles; ++i, from += kHeight, to += apart)
    __builtin_memcpy(to, from, kHeight * sizeof(float));
}

/// Copies `terms` rows of `count` columns into tiles [terms, height], one tile after another.
DRAGOMAN_INLINE void pack_tiles(const float* from, int64_t stride, int64_t terms, int64_t count,
                                float* to) {
  using Copy = void (*)(const float*, int64_t, int64_t, float*);
  constexpr Copy kCopy[] = {copy_tiles<1>, copy_tiles<2>, copy_tiles<3>,
                            copy_tiles<4>, copy_tiles<5>, copy_tiles<kMatrixTileRows>};
  const RowTiles tiles(count, kMatrixTileRows);
  const int64_t height = tiles.height, columns = tiles.higher * (height + 1);
  float* lower = to + columns * terms;
  for (int64_t k = 0; k < terms; ++k, from += stride, to += height + 1, lower += height) {
    fetch_ahead(from, stride, count);
    if (tiles.higher > 0) kCopy[height](from, tiles.higher, (height + 1) * terms, to);
    kCopy[height - 1](from + columns, tiles.lower, height * terms, lower);
  }
}

}  // namespace
}  // namespace dragoman
