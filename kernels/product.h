#pragma once

#include <cstdint>

#include "kernels/number_format.h"

namespace dragoman {

/// Columns of a panel of packed weights.
constexpr int64_t kPanelColumns = 64;

/// Whether weights of so many bytes are likely to be read from memory each time. A model with such
/// matrices is larger than most caches.
constexpr bool exceeds_cache(int64_t bytes_of_weights) { return bytes_of_weights >= 256 * 1024; }

enum class Epilogue { kNone, kRelu, kGelu, kSilu };

/// out = epilogue(x w^T + bias) + residual. Each element is summed from the first word to the last,
/// whatever the number of rows. Sums over int8 are exact.
struct Product {
  const void* x = nullptr;  // [rows, x_stride] input words, as ProductKernels::convert writes them
  int64_t x_stride = 0;     // input words
  int64_t rows = 0;         // number of rows
  int64_t words = 0;        // number of words in a sum
  const void* weights = nullptr;  // [columns / ProductKernels::strip, words, strip] words
  bool fetches = false;           // whether few rows prefetch weights; many rows always do
  const float* bias = nullptr;    // [panels * kPanelColumns]
  Epilogue epilogue = Epilogue::kNone;
  const float* residual = nullptr;  // as out, or null; null with kGelu and kSilu
  float* out = nullptr;             // [rows, out_stride]
  int64_t out_stride = 0;           // floats
  // For int8 only: the scales of a row's inputs and of a column's weights.
  const float* row_scales = nullptr;     // [rows]
  const float* column_scales = nullptr;  // [panels * kPanelColumns]
  /// The same shape; 128 times the sum of a column's weights.
  const int32_t* column_offsets = nullptr;
};

/// Kernels for products with packed weights, one for each number format.
struct ProductKernels {
  /// Computes panels first to last - 1 of a product.
  void (*multiply[3])(const Product& product, int64_t first, int64_t last);
  /// Converts a row x to `words` input words. Returns the row's scale, which is 1 unless the format
  /// is int8. Null for fp32, whose input words are the floats themselves.
  float (*convert[3])(const float* x, int64_t words, void* out);
  /// Bytes of an input word.
  int64_t input_bytes[3];
  /// Number of columns whose weights are interleaved: kPanelColumns or a divisor of it.
  int64_t strip;
};

}  // namespace dragoman
