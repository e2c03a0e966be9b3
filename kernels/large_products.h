#pragma once

#include "kernels/matrix_packing.h"
#include "kernels/matrix_product.h"

// Products of whole matrices, which are not packed beforehand (training.h, multiply_matrices).
//
// The right matrix is read in panels, which have as many columns as a tile. Blocks are sized for
// the caches (Goto and van de Geijn 2008): a panel for L1 (on AVX-512 for L2), all panels and a
// block of the left matrix for L2.
//
// Copying takes time in which nothing is multiplied: only panels are copied, and a transposed left
// matrix whose rows are far apart, so that caches would hold few of them. With AVX-512 a panel's
// row is several lines of the cache, so panels of a narrow matrix are read where they are, too.
// There, fewer panels share a copy of the left matrix: it pays only for rows that are whole pages
// apart.

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
/// Rows that lie a multiple of so many floats apart share few sets of L1. A page has 1,024 floats.
constexpr int64_t kSharesSets = kPanelsInL2 ? 1024 : 512;

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

  /// Whether blocks of the left matrix are copied.
  bool packs_left() const {
    const Matrix& left = product_.left;
    return left.is_transposed &&
           (kPanelsInL2 ? left.stride % kSharesSets == 0 : left.stride >= kSharesSets);
  }

  /// Floats from a row of the left matrix to the next, where tiles read it.
  int64_t left_step() const {
    if (packs_left()) return count_;
    return product_.left.is_transposed ? 1 : product_.left.stride;
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
                    // Rows fetched into the same sets would displace the tile's own.
                    .next_stride = left.stride % kSharesSets == 0 ? 0 : left.stride,
                    .terms = count_,
                    .out_stride = product_.out_stride};
    if (left.is_transposed) tile.left = left.data + first_ * left.stride + row;
    if (packs_left()) {
      pack_tiles(tile.left, left.stride, count_, end_row - row, left_);
      tile.left = left_;
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
    const int64_t columns = columns_from(column), step = left_step();
    if (!continues() && product_.bias != nullptr) tile.start = product_.bias + column;
    if (continues()) tile.start_stride = tile.out_stride;
    for_tiles(RowTiles(rows, kMatrixTileRows), [&](int64_t, int64_t height) {
      if (continues()) tile.start = tile.out;
      if (packs_left()) tile.left_stride = height;
      kMultiply[height - 1](tile, columns);
      tile.left += height * step;
      tile.out += height * tile.out_stride;
    });
  }

  /// Whether sums begin with what `out` holds.
  bool continues() const { return product_.adds || first_ > 0; }

  const MatrixProduct& product_;
  int64_t first_;
  int64_t count_;
  float* left_;    // tiles [terms, height]
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
