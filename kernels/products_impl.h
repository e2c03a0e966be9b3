// Products with packed weights, for whatever instructions the including file is compiled for. It
// defines DRAGOMAN_PRODUCTS, the name of the ProductKernels.

#include "kernels/exponential.h"
#include "kernels/gates.h"
#include "kernels/product.h"
#include "kernels/product_formats.h"

namespace dragoman {
namespace {

/// Words that are summed over at once, so that a panel's weights stay in the second cache while
/// rows pass by.
constexpr int64_t kWordsOfBlock = 512;
/// Rows whose sums are kept from one block of words to the next.
constexpr int64_t kRowsOfBlock = 48;

/// Sums as numbers: what the integers of int8 stand for.
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

/// Writes a register's columns of a row.
template <class Format, class Sums>
DRAGOMAN_INLINE void finish(const Product& product, const Sums& sums, int64_t row, int64_t column) {
  float* to = product.out + row * product.out_stride + column;
  Floats value =
      to_floats<Format>(product, sums, row, column) + load<Floats>(product.bias + column);
  if (product.epilogue == Epilogue::kRelu) value = larger(value, Floats{});
  if (product.residual != nullptr)
    value += load<Floats>(product.residual + row * product.out_stride + column);
  store(to, value);
}

/// Part of a product: some rows, the words of a block, the columns of a panel.
struct Block {
  const Product& product;
  int64_t panel;
  int64_t first_row;   // whose sums are the first of `sums`
  int64_t first_word;  //
  int64_t end_word;    // the last one and 1
  uint32_t* sums;      // [rows, kPanelColumns], as bits, from one block of words to the next
  int64_t num_tiles;   // of rows
};

/// Adds a block's words up. Meanwhile the weights of the next block are fetched from memory: each
/// tile of rows fetches its share of them, evenly in time.
template <class Format, int kRows, int kWide>
DRAGOMAN_INLINE void add_words(const Block& block, const typename Format::Input* x,
                               const uint32_t* weights, int64_t tile,
                               typename Format::Sums (&sums)[kRows][kWide]) {
  const int64_t words = block.end_word - block.first_word;
  const uint32_t* ahead = weights + (words + tile * words / block.num_tiles) * kPanelColumns;
  const bool fetches = block.num_tiles > 1 || kRows >= Format::kLeastRowsToFetch;
  const int64_t step = fetches ? block.num_tiles : words;
  for (int64_t k = block.first_word; k < block.end_word; ahead += kPanelColumns) {
#pragma GCC unroll 8
    for (int line = 0; fetches && line < kWide * kNativeFloats; line += kLanes)
      __builtin_prefetch(ahead + line, 0, 2);
    for (const int64_t stop = least(k + step, block.end_word); k < stop;
         ++k, weights += kPanelColumns)
      Format::template add<kRows, kWide>(sums, x + k, block.product.x_stride, weights);
  }
}

/// Rows `row` to row + kRows - 1 of kWide registers of columns from `column` of the panel on.
template <class Format, int kRows, int kWide>
DRAGOMAN_INLINE void multiply_tile(const Block& block, int64_t row, int64_t tile, int64_t column) {
  const Product& product = block.product;
  const auto* x = static_cast<const typename Format::Input*>(product.x) + row * product.x_stride;
  const auto* weights = static_cast<const uint32_t*>(product.weights) +
                        (block.panel * product.words + block.first_word) * kPanelColumns + column;
  uint32_t* kept = block.sums + (row - block.first_row) * kPanelColumns + column;
  typename Format::Sums sums[kRows][kWide] = {};
  if (block.first_word > 0)
    for_tile(
        sums, [&](auto& sum, int r, int c) __attribute__((always_inline)) {
          sum = load<typename Format::Sums>(kept + r * kPanelColumns + c * kNativeFloats);
        });
  add_words<Format>(block, x, weights, tile, sums);
  if (block.end_word < product.words) {
    for_tile(
        sums, [&](auto& sum, int r, int c) __attribute__((always_inline)) {
          store(kept + r * kPanelColumns + c * kNativeFloats, sum);
        });
  } else {
    for_tile(
        sums, [&](auto& sum, int r, int c) __attribute__((always_inline)) {
          finish<Format>(product, sum, row + r,
                         block.panel * kPanelColumns + column + c * kNativeFloats);
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

template <class Format, int kRows>
void multiply_rows(const Block& block, int64_t row, int64_t tile) {
  constexpr int kWide = Format::wide(kRows);
  for (int64_t column = 0; column < kPanelColumns; column += kWide * kNativeFloats)
    multiply_tile<Format, kRows, kWide>(block, row, tile, column);
}

/// The rows of a block in tiles of nearly the same height.
template <class Format>
void multiply_block(const Block& block, int64_t end_row) {
  using Rows = void (*)(const Block&, int64_t, int64_t);
  constexpr Rows kRows[] = {multiply_rows<Format, 1>, multiply_rows<Format, 2>,
                            multiply_rows<Format, 3>, multiply_rows<Format, 4>,
                            multiply_rows<Format, 5>, multiply_rows<Format, 6>};
  int64_t row = block.first_row;
  for (int64_t tile = 0; tile < block.num_tiles; ++tile) {
    const int64_t left = block.num_tiles - tile, rows = (end_row - row + left - 1) / left;
    kRows[rows - 1](block, row, tile);
    row += rows;
  }
}

/// Some rows, of one panel.
template <class Format>
void multiply_panel(const Product& product, int64_t panel, int64_t row, int64_t end_row) {
  uint32_t sums[kRowsOfBlock * kPanelColumns];
  const int64_t num_tiles = (end_row - row + Format::kMostRows - 1) / Format::kMostRows;
  for (int64_t word = 0; word < product.words; word += kWordsOfBlock) {
    const int64_t end_word = least(product.words, word + kWordsOfBlock);
    multiply_block<Format>({product, panel, row, word, end_word, sums, num_tiles}, end_row);
  }
  if (product.epilogue == Epilogue::kGelu || product.epilogue == Epilogue::kSilu)
    activate_panel(product, panel, row, end_row);
}

template <class Format>
void multiply(const Product& product, int64_t first_panel, int64_t last_panel) {
  const int64_t rows_at_once = product.words > kWordsOfBlock ? kRowsOfBlock : product.rows;
  for (int64_t panel = first_panel; panel < last_panel; ++panel) {
    for (int64_t row = 0; row < product.rows; row += rows_at_once)
      multiply_panel<Format>(product, panel, row, least(product.rows, row + rows_at_once));
  }
}

}  // namespace

extern const ProductKernels DRAGOMAN_PRODUCTS;
const ProductKernels DRAGOMAN_PRODUCTS{
    .multiply = {multiply<Fp32>, multiply<Bf16>, multiply<Int8>},
    .convert = {nullptr, Bf16::convert, Int8::convert},
    .input_bytes = {sizeof(Fp32::Input), sizeof(Bf16::Input), sizeof(Int8::Input)}};

}  // namespace dragoman
