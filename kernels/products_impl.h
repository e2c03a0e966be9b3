// Products with packed weights, compiled for the instructions of the including file. That file
// defines DRAGOMAN_PRODUCTS, the name of the ProductKernels.

#include <type_traits>

#include "kernels/exponential.h"
#include "kernels/gates.h"
#include "kernels/product.h"
#include "kernels/product_formats.h"
#if defined(__aarch64__)
#include "kernels/product_int8_neon.h"
#else
#include "kernels/product_int8.h"
#endif

namespace dragoman {
namespace {

/// Largest number of rows whose sums are kept from one block of words to the next.
constexpr int64_t kMostRowsOfBlock = 128;

/// Index of a word of a column among the weights.
DRAGOMAN_INLINE int64_t place_of(int64_t words, int64_t column, int64_t word) {
  return column / kStrip * kStrip * words + word * kStrip + column % kStrip;
}

/// Converts sums to floats. Sums of int8 are multiplied by their scales.
template <class Format>
DRAGOMAN_INLINE Floats to_floats(const Product&, const Floats& sums, int64_t, int64_t) {
  return sums;
}
template <class Format>
DRAGOMAN_INLINE Floats to_floats(const Product& product, const Ints& sums, int64_t row,
                                 int64_t column) {
  const Ints exact = Format::kHasOffset ? sums - load<Ints>(product.column_offsets + column) : sums;
  return __builtin_convertvector(exact, Floats) *
         (load<Floats>(product.column_scales + column) * product.row_scales[row]);
}

/// Finishes and writes a register's columns of a row.
template <class Format, class Sums>
DRAGOMAN_INLINE void finish(const Product& product, const Sums& sums, int64_t row, int64_t column) {
  float* to = product.out + row * product.out_stride + column;
  Floats value = to_floats<Format>(product, whole_sums(sums), row, column) +
                 load<Floats>(product.bias + column);
  if (product.epilogue == Epilogue::kRelu) value = larger(value, Floats{});
  if (product.residual != nullptr)
    value += load<Floats>(product.residual + row * product.out_stride + column);
  store(to, value);
}

/// Part of a product: some rows, the words of a block, the columns of a panel.
struct Block {
  const Product& product;
  int64_t panel;
  int64_t first_row;   // the first row of `sums`
  int64_t end_row;     // one past the last row
  int64_t first_word;  // the first word
  int64_t end_word;    // one past the last word
  uint32_t* sums;      // [rows, kPanelColumns], the bits of sums between two blocks of words
  int64_t num_tiles;   // number of tiles of rows
  uint32_t* widened;   // room for Format::widen(), if the format has it
};

/// Some rows and columns of a block.
struct Tile {
  int64_t index;   // among the tiles of rows
  int64_t row;     // the first row
  int64_t column;  // the first column, within the panel
};

/// The weights that are read after `kColumns` columns of a block.
template <int64_t kColumns>
DRAGOMAN_INLINE const uint32_t* weights_after(const Block& block, int64_t column) {
  const Product& product = block.product;
  int64_t next = block.panel * kPanelColumns + column + kColumns, word = block.first_word;
  if (next % kPanelColumns == 0) {
    word = block.end_word < product.words ? block.end_word : 0;
    if (word > 0) next -= kPanelColumns;
  }
  return static_cast<const uint32_t*>(product.weights) + place_of(product.words, next, word);
}

/// Adds up a block's words. Meanwhile prefetches the weights that are read next: each tile of rows
/// fetches its share, evenly in time.
template <class Format, int kRows, int kWide>
DRAGOMAN_INLINE void add_words(const Block& block, const Tile& tile,
                               const typename Format::Input* x, const uint32_t* weights,
                               typename Format::Sums (&sums)[kRows][kWide]) {
  constexpr int64_t kColumns = kWide * kNativeFloats;
  const int64_t words = block.end_word - block.first_word, stride = block.product.words * kStrip;
  const uint32_t* ahead =
      weights_after<kColumns>(block, tile.column) + tile.index * words / block.num_tiles * kStrip;
  const bool fetches =
      block.num_tiles > 1 || (block.product.fetches && kRows >= Format::kLeastRowsToFetch);
  constexpr int64_t kAtOnce = Format::at_once(kRows);
  const int64_t step = fetches ? kAtOnce * block.num_tiles : words;
  Format::turn(sums);
  for (int64_t k = block.first_word; k < block.end_word; ahead += kAtOnce * kStrip) {
#pragma GCC unroll 8
    for (int64_t line = 0; fetches && line < kAtOnce * kColumns; line += kLanes)
      __builtin_prefetch(ahead + line % kColumns / kStrip * stride + line / kColumns * kStrip +
                             line % kColumns % kStrip,
                         0, 2);
    const int64_t stop = least(k + step, block.end_word);
    if constexpr (kAtOnce > 1) {
      for (; k + kAtOnce <= stop; k += kAtOnce, weights += kAtOnce * kStrip)
        Format::template add_several<kRows, kWide>(sums, x + k, block.product.x_stride, weights,
                                                   stride);
    }
    for (; k < stop; ++k, weights += Format::weight_step(kWide))
      Format::template add<kRows, kWide>(sums, x + k, block.product.x_stride, weights, stride);
  }
  Format::turn(sums);
}

template <class Format>
constexpr bool widens() {
  return requires { Format::template widen<1>; };
}

/// The weights of a block, from a column of its panel on.
DRAGOMAN_INLINE const uint32_t* weights_from(const Block& block, int64_t column) {
  return static_cast<const uint32_t*>(block.product.weights) +
         place_of(block.product.words, block.panel * kPanelColumns + column, block.first_word);
}

/// Multiplies a tile of kRows rows and kWide registers of columns.
template <class Format, int kRows, int kWide>
void multiply_tile(const Block& block, const Tile& tile) {
  const Product& product = block.product;
  const auto* x =
      static_cast<const typename Format::Input*>(product.x) + tile.row * product.x_stride;
  const int64_t first_column = block.panel * kPanelColumns + tile.column;
  const uint32_t* weights = widens<Format>() ? block.widened : weights_from(block, tile.column);
  uint32_t* kept = block.sums + (tile.row - block.first_row) * kPanelColumns + tile.column;
  typename Format::Sums sums[kRows][kWide] = {};
  if (block.first_word > 0)
    for_tile(
        sums, [&](auto& sum, int r, int c) __attribute__((always_inline)) {
          sum = load_sums<typename Format::Sums>(kept + r * kPanelColumns + c * kNativeFloats);
        });
  add_words<Format>(block, tile, x, weights, sums);
  if (block.end_word < product.words) {
    for_tile(
        sums, [&](auto& sum, int r, int c) __attribute__((always_inline)) {
          store(kept + r * kPanelColumns + c * kNativeFloats, whole_sums(sum));
        });
  } else {
    for_tile(
        sums, [&](auto& sum, int r, int c) __attribute__((always_inline)) {
          finish<Format>(product, sum, tile.row + r, first_column + c * kNativeFloats);
        });
  }
}

void activate_panel(const Product& product, int64_t panel, int64_t first_row, int64_t end_row) {
  for (int64_t row = first_row; row < end_row; ++row) {
    float* x = product.out + row * product.out_stride + panel * kPanelColumns;
    for (int64_t i = 0; i < kPanelColumns; i += kNativeFloats) {
      const auto value = load<Floats>(x + i);
      store(x + i, product.epilogue == Epilogue::kGelu ? gelu(value).out : silu(value).out);
    }
  }
}

/// Multiplies a block in tiles of kRows or kRows - 1 rows.
template <class Format, int kRows>
void multiply_block(const Block& block) {
  constexpr int kWide = Format::wide(kRows), kLess = kRows > 1 ? kRows - 1 : 1;
  for (int64_t column = 0; column < kPanelColumns; column += kWide * kNativeFloats) {
    if constexpr (widens<Format>())
      Format::template widen<kWide>(weights_from(block, column), block.product.words * kStrip,
                                    block.end_word - block.first_word, block.widened);
    int64_t row = block.first_row;
    for (int64_t tile = 0; tile < block.num_tiles; ++tile) {
      const int64_t left = block.num_tiles - tile, rows = (block.end_row - row + left - 1) / left;
      if (rows == kRows)
        multiply_tile<Format, kRows, kWide>(block, {tile, row, column});
      else
        multiply_tile<Format, kLess, kWide>(block, {tile, row, column});
      row += rows;
    }
  }
}

/// The height of a format's tiles that is nearest to `rows`.
template <class Format>
constexpr int height_of(int rows) {
  return rows < Format::kLeastRows  ? Format::kLeastRows
         : rows > Format::kMostRows ? Format::kMostRows
                                    : rows;
}

/// Words of Block::widened.
template <class Format>
constexpr int64_t room_to_widen() {
  return widens<Format>() ? Format::kWordsOfBlock * Format::weight_step(Format::wide(6)) : 1;
}

/// Multiplies some rows by one panel, in tiles of nearly the same height.
template <class Format>
void multiply_panel(const Product& product, int64_t panel, int64_t row, int64_t end_row) {
  constexpr int64_t kMost = Format::kMostRows;
  constexpr void (*kMultiply[])(const Block&) = {
      multiply_block<Format, height_of<Format>(1)>, multiply_block<Format, height_of<Format>(2)>,
      multiply_block<Format, height_of<Format>(3)>, multiply_block<Format, height_of<Format>(4)>,
      multiply_block<Format, height_of<Format>(5)>, multiply_block<Format, kMost>};
  uint32_t sums[kMostRowsOfBlock * kPanelColumns];
  alignas(64) uint32_t widened[room_to_widen<Format>()];
  const int64_t num_tiles = (end_row - row + kMost - 1) / kMost;
  const int64_t height = (end_row - row + num_tiles - 1) / num_tiles;
  for (int64_t word = 0; word < product.words; word += Format::kWordsOfBlock) {
    const int64_t end_word = least(product.words, word + Format::kWordsOfBlock);
    kMultiply[height - 1]({product, panel, row, end_row, word, end_word, sums, num_tiles, widened});
  }
  if (product.epilogue == Epilogue::kGelu || product.epilogue == Epilogue::kSilu)
    activate_panel(product, panel, row, end_row);
}

template <class Format>
void multiply(const Product& product, int64_t first_panel, int64_t last_panel) {
  if constexpr (!std::is_void_v<typename Format::ForManyRows>) {
    if (product.rows >= Format::kManyRows)
      return multiply<typename Format::ForManyRows>(product, first_panel, last_panel);
  }
  const int64_t most = product.words > Format::kWordsOfBlock ? kMostRowsOfBlock : product.rows;
  const int64_t parts = (product.rows + most - 1) / most;
  for (int64_t panel = first_panel; panel < last_panel; ++panel) {
    for (int64_t part = 0; part < parts; ++part)
      multiply_panel<Format>(product, panel, part * product.rows / parts,
                             (part + 1) * product.rows / parts);
  }
}

}  // namespace

extern const ProductKernels DRAGOMAN_PRODUCTS;
const ProductKernels DRAGOMAN_PRODUCTS{
    .multiply = {multiply<Fp32>, multiply<Bf16>, multiply<Int8>},
    .convert = {nullptr, Bf16::convert, Int8::convert},
    .input_bytes = {sizeof(Fp32::Input), sizeof(Bf16::Input), sizeof(Int8::Input)},
    .strip = kStrip};

}  // namespace dragoman
