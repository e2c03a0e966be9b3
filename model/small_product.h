#pragma once

#include "model/vector_clones.h"

// Matrices that are too small for a library: those within one head of one sentence.

namespace dragoman {

using Floats [[gnu::vector_size(sizeof(float) * kVectorFloats)]] = float;

/// How the first factor a of a product lies in memory: its rows one after the other, or its
/// columns.
enum class Layout { kRows, kColumns };

struct Factor {
  const float* data;
  int64_t stride;  // floats from a row to the next, or from a column
};

/// The other factor, whose rows k are added up.
struct Addends {
  const float* data;
  int64_t stride;   // floats from a row to the next
  int64_t columns;  // a multiple of kVectorFloats
  int64_t first;    // row
  int64_t end;      // the last one and 1
};

/// out[r][c] = scale * sum over k of a(r, k) * b[k][c], for kRows rows and kWide vectors of
/// columns.
template <Layout kLayout, int kRows, int kWide>
DRAGOMAN_INLINE void multiply_tile(const Factor& a, const Addends& b, int64_t column, float scale,
                                   float* out, int64_t out_stride) {
  Floats sums[kRows][kWide] = {};
  for (int64_t k = b.first; k < b.end; ++k) {
    Floats row[kWide];
#pragma GCC unroll 2
    for (int c = 0; c < kWide; ++c)
      __builtin_memcpy(&row[c], b.data + k * b.stride + column + c * kVectorFloats, sizeof(Floats));
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
      const float factor =
          kLayout == Layout::kRows ? a.data[r * a.stride + k] : a.data[k * a.stride + r];
#pragma GCC unroll 2
      for (int c = 0; c < kWide; ++c) sums[r][c] += row[c] * factor;
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
    for (int c = 0; c < kWide; ++c) {
      const Floats scaled = sums[r][c] * scale;
      __builtin_memcpy(out + r * out_stride + column + c * kVectorFloats, &scaled, sizeof(scaled));
    }
  }
}

/// The same for all columns.
template <Layout kLayout, int kRows>
DRAGOMAN_INLINE void multiply(const Factor& a, const Addends& b, float scale, float* out,
                              int64_t out_stride) {
  int64_t column = 0;
  for (; column + 2 * kVectorFloats <= b.columns; column += 2 * kVectorFloats)
    multiply_tile<kLayout, kRows, 2>(a, b, column, scale, out, out_stride);
  if (column < b.columns) multiply_tile<kLayout, kRows, 1>(a, b, column, scale, out, out_stride);
}

constexpr int64_t kTileRows = 8;

/// rows(first row, number of rows as a type) for all of `count` rows, in tiles; the last tile may
/// repeat rows of the one before.
template <class Rows>
DRAGOMAN_INLINE void for_tiles(int64_t count, const Rows& rows) {
  if (count >= kTileRows) {
    for (int64_t row = 0; row + kTileRows <= count; row += kTileRows)
      rows.template operator()<kTileRows>(row);
    if (count % kTileRows != 0) rows.template operator()<kTileRows>(count - kTileRows);
  } else {
    for (int64_t row = 0; row < count; ++row) rows.template operator()<1>(row);
  }
}

/// 8 rows of 8 floats, transposed; rows from `count` on are zeros.
DRAGOMAN_INLINE void transpose_block(const float* rows, int64_t stride, int64_t count, float* out,
                                     int64_t out_stride) {
  using Eight [[gnu::vector_size(32)]] = float;
  using Places [[gnu::vector_size(32)]] = int32_t;
  Eight a[8] = {}, b[8];
  for (int r = 0; r < 8; ++r) {
    if (r < count) __builtin_memcpy(&a[r], rows + r * stride, sizeof(Eight));
  }
  constexpr Places kLow1{0, 8, 2, 10, 4, 12, 6, 14}, kHigh1{1, 9, 3, 11, 5, 13, 7, 15};
  constexpr Places kLow2{0, 1, 8, 9, 4, 5, 12, 13}, kHigh2{2, 3, 10, 11, 6, 7, 14, 15};
  constexpr Places kLow4{0, 1, 2, 3, 8, 9, 10, 11}, kHigh4{4, 5, 6, 7, 12, 13, 14, 15};
  for (int r = 0; r < 8; r += 2) {
    b[r] = __builtin_shuffle(a[r], a[r + 1], kLow1);
    b[r + 1] = __builtin_shuffle(a[r], a[r + 1], kHigh1);
  }
  for (int r = 0; r < 8; r += 4) {
    for (int i = r; i < r + 2; ++i) {
      a[i] = __builtin_shuffle(b[i], b[i + 2], kLow2);
      a[i + 2] = __builtin_shuffle(b[i], b[i + 2], kHigh2);
    }
  }
  for (int r = 0; r < 4; ++r) {
    b[r] = __builtin_shuffle(a[r], a[r + 4], kLow4);
    b[r + 4] = __builtin_shuffle(a[r], a[r + 4], kHigh4);
  }
  for (int r = 0; r < 8; ++r) __builtin_memcpy(out + r * out_stride, &b[r], sizeof(Eight));
}

/// rows [count, width] -> [width, padded], padded with zeros; width a multiple of 8.
DRAGOMAN_INLINE void transpose(const float* rows, int64_t stride, int64_t count, int64_t width,
                               int64_t padded, float* out) {
  for (int64_t row = 0; row < padded; row += 8) {
    for (int64_t column = 0; column < width; column += 8)
      transpose_block(rows + row * stride + column, stride, count - row,
                      out + column * padded + row, padded);
  }
}

}  // namespace dragoman
