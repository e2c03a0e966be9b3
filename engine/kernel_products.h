#pragma once

#include "engine/kernel_vectors.h"

namespace dragoman {
namespace {

// What one inner loop computes at once, as much as registers hold the sums of.
#if defined(__AVX512F__)
constexpr int kMostRows = 6;
constexpr int kWide = 4;  // vectors of columns
#else
constexpr int kMostRows = 6;
constexpr int kWide = 1;
#endif

// Formats: `add` adds to the sums of 16 columns the product of a word of the input with their
// words.

struct Fp32 {
  using Word = float;
  using Weights = Floats;
  using Sums = Floats;
  static DRAGOMAN_INLINE void add(Floats& sums, float x, const Floats& weights) {
    sums += weights * x;
  }
};

struct Bf16 {
  using Word = uint32_t;
  using Weights = Words;
  using Sums = Floats;
  static DRAGOMAN_INLINE void add(Floats& sums, uint32_t x, const Words& weights) {
#if defined(__AVX512BF16__)
    sums = as<Floats>(
        _mm512_dpbf16_ps(as<__m512>(sums), as<__m512bh>(Words{} + x), as<__m512bh>(weights)));
#else
    sums += as<Floats>(weights << 16U) * as<float>(x << 16U);
    sums += as<Floats>(weights & 0xffff0000U) * as<float>(x & 0xffff0000U);
#endif
  }
};

struct Int8 {
  using Word = int32_t;
  using Weights = Ints;
  using Sums = Ints;
  static DRAGOMAN_INLINE void add(Ints& sums, int32_t x, const Ints& weights) {
#if defined(__AVX512VNNI__)
    sums = as<Ints>(
        _mm512_dpbusd_epi32(as<__m512i>(sums), as<__m512i>(Ints{} + x), as<__m512i>(weights)));
#elif defined(__AVX2__)
    using Shorts [[gnu::vector_size(64)]] = int16_t;
    using UnsignedShorts [[gnu::vector_size(64)]] = uint16_t;
    const auto w = as<Shorts>(weights);
    const auto inputs = as<UnsignedShorts>(Ints{} + x);
    sums += pairs(as<Shorts>(inputs & 0xffU), (w << 8) >> 8);
    sums += pairs(as<Shorts>(inputs >> 8U), w >> 8);
#else
    sums += (x & 255) * ((weights << 24) >> 24) + ((x >> 8) & 255) * ((weights << 16) >> 24) +
            ((x >> 16) & 255) * ((weights << 8) >> 24) + ((x >> 24) & 255) * (weights >> 24);
#endif
  }
#if defined(__AVX2__) && !defined(__AVX512VNNI__)
  /// Products of 16 bits, summed in pairs.
  template <class Shorts>
  static DRAGOMAN_INLINE Ints pairs(const Shorts& a, const Shorts& b) {
#if defined(__AVX512BW__)
    return as<Ints>(_mm512_madd_epi16(as<__m512i>(a), as<__m512i>(b)));
#else
    struct Halves {
      __m256i low, high;
    };
    const auto x = as<Halves>(a), y = as<Halves>(b);
    return as<Ints>(Halves{_mm256_madd_epi16(x.low, y.low), _mm256_madd_epi16(x.high, y.high)});
#endif
  }
#endif
};

/// Sums as numbers: what the integers of int8 stand for.
DRAGOMAN_INLINE Floats to_floats(const Product&, const Floats& sums, int64_t, int64_t) {
  return sums;
}
DRAGOMAN_INLINE Floats to_floats(const Product& product, const Ints& sums, int64_t row,
                                 int64_t column) {
  const Ints exact = sums - load<Ints>(product.column_offsets + column);
  const Floats scales = load<Floats>(product.column_scales + column) * product.row_scales[row];
  return __builtin_convertvector(exact, Floats) * scales;
}

/// Writes 16 columns of a row.
template <class Sums>
DRAGOMAN_INLINE void finish(const Product& product, const Sums& sums, int64_t row, int64_t column) {
  const int64_t at = row * product.out_stride + column;
  Floats value = to_floats(product, sums, row, column) + load<Floats>(product.bias + column);
  if (product.epilogue == Epilogue::kRelu) value = value > 0 ? value : Floats{};
  if (product.residual != nullptr) value += load<Floats>(product.residual + at);
  __builtin_memcpy(product.out + at, &value, sizeof(value));
}

/// Rows `first` to first + kRows - 1 of kWide times 16 columns from `column` on.
template <class Format, int kRows>
void multiply_tile(const Product& product, int64_t first, int64_t column) {
  using Weights = typename Format::Weights;
  using Word = typename Format::Word;
  const Word* x = static_cast<const Word*>(product.x) + first * product.x_stride;
  const int64_t in_panel = column % kPanelColumns;
  const Word* weights =
      static_cast<const Word*>(product.weights) + (column - in_panel) * product.words + in_panel;
  typename Format::Sums sums[kRows][kWide] = {};
  for (int64_t k = 0; k < product.words; ++k, weights += kPanelColumns) {
    Weights w[kWide];
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c) w[c] = load<Weights>(weights + c * kVectorFloats);
#pragma GCC unroll 8
    for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
      for (int c = 0; c < kWide; ++c) Format::add(sums[r][c], x[r * product.x_stride + k], w[c]);
    }
  }
#pragma GCC unroll 8
  for (int r = 0; r < kRows; ++r) {
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c)
      finish(product, sums[r][c], first + r, column + c * kVectorFloats);
  }
}

/// 1 - erf(x) for x >= 0 by formula 7.1.26 of Abramowitz and Stegun, to 1.5e-7.
DRAGOMAN_INLINE float upper_tail(float x) {
  const float t = 1.0F / (1.0F + 0.3275911F * x);
  const float sum = 1.421413741F + t * (-1.453152027F + t * 1.061405429F);
  return t * (0.254829592F + t * (-0.284496736F + t * sum)) * exp_of_negative(-x * x);
}

DRAGOMAN_INLINE float gelu(float x) {
  const float tail = 0.5F * upper_tail((x < 0 ? -x : x) * 0.70710678F);
  return x * (x < 0 ? tail : 1.0F - tail);
}

DRAGOMAN_INLINE float silu(float x) {
  const float power = exp_of_negative(x < 0 ? x : -x);
  return x * (x < 0 ? power : 1.0F) / (1.0F + power);
}

void activate_panel(const Product& product, int64_t panel) {
  for (int64_t row = 0; row < product.rows; ++row) {
    float* x = product.out + row * product.out_stride + panel * kPanelColumns;
    if (product.epilogue == Epilogue::kGelu) {
#pragma omp simd
      for (int64_t i = 0; i < kPanelColumns; ++i) x[i] = gelu(x[i]);
    } else {
#pragma omp simd
      for (int64_t i = 0; i < kPanelColumns; ++i) x[i] = silu(x[i]);
    }
  }
}

template <class Format>
void multiply(const Product& product, int64_t first_panel, int64_t last_panel) {
  using Tile = void (*)(const Product&, int64_t, int64_t);
  constexpr Tile kTiles[kMostRows] = {multiply_tile<Format, 1>, multiply_tile<Format, 2>,
                                      multiply_tile<Format, 3>, multiply_tile<Format, 4>,
                                      multiply_tile<Format, 5>, multiply_tile<Format, 6>};
  for (int64_t panel = first_panel; panel < last_panel; ++panel) {
    int64_t tiles = (product.rows + kMostRows - 1) / kMostRows;
    for (int64_t row = 0; row < product.rows; --tiles) {
      const int64_t rows = (product.rows - row + tiles - 1) / tiles;
      for (int64_t column = 0; column < kPanelColumns; column += kWide * kVectorFloats)
        kTiles[rows - 1](product, row, panel * kPanelColumns + column);
      row += rows;
    }
    if (product.epilogue == Epilogue::kGelu || product.epilogue == Epilogue::kSilu)
      activate_panel(product, panel);
  }
}

}  // namespace
}  // namespace dragoman
