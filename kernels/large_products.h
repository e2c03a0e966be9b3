#pragma once

#include "kernels/matrix_product.h"
#include "kernels/matrix_tiles.h"

// Products of whole matrices, which are not packed beforehand (training.h, multiply_matrices).
//
// The right matrix is read in panels, which have as many columns as a tile. Blocks are sized for
// the caches (Goto and van de Geijn 2008): a panel for L1 (on AVX-512 for L2), all panels and a
// block of the left matrix for L2.
//
// Copying takes time in which nothing is multiplied: only panels are copied, and a transposed left
// matrix whose rows lie whole pages apart. Caches would hold few of its rows. With AVX-512 a
// panel's row is several lines of the cache, so panels of a narrow matrix are read where they are,
// too.

namespace dragoman {
namespace {

/// Whether panels are too wide for L1.
constexpr bool kPanelsInL2 = kNativeFloats == kLanes;
/// Most terms of a sum that are added while a tile is in registers.
constexpr int64_t kTermsOfBlock = kPanelsInL2 ? 512 : 256;
/// Most rows of the left matrix whose terms stay in L2.
constexpr int64_t kRowsOfBlock = 16 * kMatrixTileRows;
/// Scratch memory: panels of the right matrix, and a block of the left one.
constexpr int64_t kRoomOfPanels = 256 * kTermsOfBlock, kRoomOfLeft = kTermsOfBlock * kRowsOfBlock;
static_assert(kRoomOfPanels + kRoomOfLeft <= kMatrixRoom);
/// Widest right matrix that is read where it is.
constexpr int64_t kWidestInPlace = kPanelsInL2 ? 256 : 0;
/// Number of floats of a page of memory.
constexpr int64_t kFloatsOfPage = 1024;
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

/// Copies `terms` rows of `count` numbers.
DRAGOMAN_INLINE void copy_rows(const float* from, int64_t stride, int64_t terms, int64_t count,
                               float* to) {
  for (int64_t k = 0; k < terms; ++k, from += stride, to += count) {
    fetch_ahead(from, stride, count);
    __builtin_memcpy(to, from, static_cast<size_t>(count) * sizeof(float));
  }
}

/// Calls work(begin, end) for all of `count`, in parts of nearly the same size, at most `most`.
template <class Work>
DRAGOMAN_INLINE void for_even_parts(int64_t count, int64_t most, const Work& work) {
  const int64_t parts = (count + most - 1) / most;
  for (int64_t i = 0; i < parts; ++i) work(count * i / parts, count * (i + 1) / parts);
}

/// Some terms of all sums of a product. Panels and blocks that need a copy are copied one after
/// another.
class Terms {
 public:
  Terms(const MatrixProduct& product, int64_t first, int64_t end, float* room)
      : product_(product), first_(first), count_(end - first), left_(room) {
    panels_ = room + kRoomOfLeft;
  }

  void multiply() const {
    const int64_t step = kRoomOfPanels / (count_ > 0 ? count_ : 1) / kMatrixPanel * kMatrixPanel;
    for (int64_t column = 0; column < product_.n; column += step) {
      const int64_t end = least(product_.n, column + step);
      for (int64_t at = column; at < end; at += kMatrixPanel) {
        if (!reads_in_place(at)) pack_panel(at, room_for(at - column));
      }
      for_even_parts(
          product_.m,
          kRowsOfBlock, [&](int64_t row, int64_t end_row) __attribute__((always_inline)) {
            multiply_rows(row, end_row, column, end);
          });
    }
  }

 private:
  /// The memory for a panel, `column` columns after the first one.
  float* room_for(int64_t column) const { return panels_ + column * count_; }

  int64_t columns_from(int64_t column) const { return least(kMatrixPanel, product_.n - column); }

  /// Whether the panel that begins at a column is not copied. It has all of its columns then.
  bool reads_in_place(int64_t column) const {
    return !product_.right.is_transposed && product_.right.stride <= kWidestInPlace &&
           columns_from(column) == kMatrixPanel;
  }

  /// The first of these terms of a column.
  const float* right_at(int64_t column) const {
    const Matrix& right = product_.right;
    return right.data +
           (right.is_transposed ? column * right.stride + first_ : first_ * right.stride + column);
  }

  void pack_panel(int64_t column, float* panel) const {
    const Matrix& right = product_.right;
    right.is_transposed
        ? pack_columns(right_at(column), right.stride, count_, columns_from(column), panel)
        : pack_rows(right_at(column), right.stride, count_, columns_from(column), panel);
  }

  /// Multiplies a block of rows by panels.
  void multiply_rows(int64_t row, int64_t end_row, int64_t column, int64_t end_column) const {
    const Matrix& left = product_.left;
    MatrixTile tile{.left = left.data + row * left.stride + first_,
                    .left_stride = left.stride,
                    .terms = count_,
                    .out_stride = product_.out_stride};
    if (left.is_transposed) tile.left = left.data + first_ * left.stride + row;
    if (left.is_transposed && left.stride % kFloatsOfPage == 0) {
      copy_rows(tile.left, left.stride, count_, end_row - row, left_);
      tile.left = left_;
      tile.left_stride = end_row - row;
    }
    for (int64_t at = column; at < end_column; at += kMatrixPanel) {
      const bool in_place = reads_in_place(at);
      tile.panel = in_place ? right_at(at) : room_for(at - column);
      tile.panel_stride = in_place ? product_.right.stride : kMatrixPanel;
      tile.out = product_.out + row * product_.out_stride + at;
      left.is_transposed ? multiply_panel<Layout::kColumns>(tile, end_row - row, at)
                         : multiply_panel<Layout::kRows>(tile, end_row - row, at);
    }
  }

  /// Multiplies rows by a panel, in tiles of nearly the same height; `tile` begins the first one.
  template <Layout kLayout>
  void multiply_panel(MatrixTile tile, int64_t rows, int64_t column) const {
    using Multiply = void (*)(const MatrixTile&, int64_t);
    constexpr Multiply kMultiply[] = {
        multiply_matrix_tile<kLayout, 1>, multiply_matrix_tile<kLayout, 2>,
        multiply_matrix_tile<kLayout, 3>, multiply_matrix_tile<kLayout, 4>,
        multiply_matrix_tile<kLayout, 5>, multiply_matrix_tile<kLayout, kMatrixTileRows>};
    if (!continues() && product_.bias != nullptr) tile.start = product_.bias + column;
    if (continues()) tile.start_stride = tile.out_stride;
    for (int64_t tiles = (rows + kMatrixTileRows - 1) / kMatrixTileRows; tiles > 0; --tiles) {
      const int64_t height = (rows + tiles - 1) / tiles;
      if (continues()) tile.start = tile.out;
      kMultiply[height - 1](tile, columns_from(column));
      rows -= height;
      tile.left += height * (kLayout == Layout::kRows ? tile.left_stride : 1);
      tile.out += height * tile.out_stride;
    }
  }

  /// Whether sums begin with what `out` holds.
  bool continues() const { return product_.adds || first_ > 0; }

  const MatrixProduct& product_;
  int64_t first_;
  int64_t count_;
  float* left_;    // [terms, rows of a block]
  float* panels_;  // panels [terms, kMatrixPanel]
};

void multiply_matrices(const MatrixProduct& product, float* room) {
  // Without terms, sums are what they begin with.
  if (product.k == 0) Terms(product, 0, 0, room).multiply();
  for_even_parts(product.k, kTermsOfBlock,
                 [&](int64_t first, int64_t end) { Terms(product, first, end, room).multiply(); });
}

}  // namespace
}  // namespace dragoman
