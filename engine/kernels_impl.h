// The kernels, for whatever instructions the including file is compiled for: no include guard, and
// no header whose inline functions other files share (the linker would keep one copy of those, for
// any of the instruction sets). Vectors are GCC's and Clang's generic ones, 64 bytes wide;
// compilers split them where registers are narrower.
//
// DRAGOMAN_KERNELS_NAME: the name of the table that is defined.

#include <stddef.h>
#include <stdint.h>

#include "engine/kernels.h"
#include "model/exp_of_negative.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace dragoman {
namespace {

#define DRAGOMAN_INLINE inline __attribute__((always_inline))

using Floats [[gnu::vector_size(64)]] = float;
using Ints [[gnu::vector_size(64)]] = int32_t;
using Words [[gnu::vector_size(64)]] = uint32_t;

// What one inner loop computes at once, as much as registers hold the sums of.
#if defined(__AVX512F__)
constexpr int kMostRows = 6;
constexpr int kWide = 4;  // vectors of columns
#else
constexpr int kMostRows = 6;
constexpr int kWide = 1;
#endif

template <class To, class From>
DRAGOMAN_INLINE To as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  __builtin_memcpy(&to, &from, sizeof(to));
  return to;
}

template <class Vector, class Number>
DRAGOMAN_INLINE Vector load(const Number* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof(vector));
  return vector;
}

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

void round_row(const float* x, int64_t width, uint16_t* out) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) {
    const auto bits = as<uint32_t>(x[i]);
    out[i] = static_cast<uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
  }
}

float quantize_row(const float* x, int64_t width, uint8_t* out) {
  float largest = 0;
#pragma omp simd reduction(max : largest)
  for (int64_t i = 0; i < width; ++i) {
    const float size = x[i] < 0 ? -x[i] : x[i];
    largest = size > largest ? size : largest;
  }
  const float to_integers = largest > 0 ? 127.0F / largest : 0.0F;
  constexpr float kToInteger = 0x1.8p23F;  // added, it rounds: the low bits are the integer
#pragma omp simd
  for (int64_t i = 0; i < width; ++i)
    out[i] = static_cast<uint8_t>(as<uint32_t>(x[i] * to_integers + (kToInteger + 128.0F)));
  return largest / 127.0F;
}

DRAGOMAN_INLINE float sum_of(const Floats& sums) {
  using Eight [[gnu::vector_size(32)]] = float;
  using Four [[gnu::vector_size(16)]] = float;
  struct Eights {
    Eight low, high;
  };
  struct Fours {
    Four low, high;
  };
  const auto eights = as<Eights>(sums);
  const auto fours = as<Fours>(eights.low + eights.high);
  const Four four = fours.low + fours.high;
  return (four[0] + four[2]) + (four[1] + four[3]);
}

DRAGOMAN_INLINE float dot(const float* a, const float* b, int64_t width) {
  Floats sums{};
  for (int64_t i = 0; i < width; i += kVectorFloats)
    sums += load<Floats>(a + i) * load<Floats>(b + i);
  return sum_of(sums);
}

DRAGOMAN_INLINE void prefetch(const float* numbers, int64_t width) {
  for (int64_t i = 0; i < width; i += kVectorFloats) __builtin_prefetch(numbers + i);
}

/// Scores become weights: e^(score - largest), divided by their sum.
DRAGOMAN_INLINE void softmax(float* scores, int64_t length) {
  float largest = scores[0];
#pragma omp simd reduction(max : largest)
  for (int64_t i = 0; i < length; ++i) largest = scores[i] > largest ? scores[i] : largest;
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < length; ++i) {
    scores[i] = exp_of_negative(scores[i] - largest);
    sum += scores[i];
  }
  const float scale = 1.0F / sum;
#pragma omp simd
  for (int64_t i = 0; i < length; ++i) scores[i] *= scale;
}

/// Columns `column` to column + 16 kWide - 1 of the weighted sum of a head's values.
template <int kWide>
DRAGOMAN_INLINE void sum_values(const AttentionRow& row, const float* weights, int64_t column) {
  Floats sums[kWide] = {};
  for (int64_t t = 0; t < row.length; ++t) {
    const float* values = row.keys[t] + row.value_offset + column;
#pragma GCC unroll 8
    for (int c = 0; c < kWide; ++c)
      sums[c] += load<Floats>(values + c * kVectorFloats) * weights[t];
  }
  __builtin_memcpy(row.out + column, sums, sizeof(sums));
}

void attend(const AttentionRow& row) {
  // Positions lie anywhere: without a hint, the processor waits for each of them.
  const int64_t width = row.heads * row.head_width;
  for (int64_t t = 0; t < row.length; ++t) {
    if (t + 1 < row.length) prefetch(row.keys[t + 1], width);
    prefetch(row.keys[t] + row.value_offset, width);
    for (int64_t head = 0; head < row.heads; ++head) {
      const int64_t column = head * row.head_width;
      row.scores[head * row.length + t] =
          dot(row.query + column, row.keys[t] + column, row.head_width);
    }
  }
  for (int64_t head = 0; head < row.heads; ++head) {
    float* weights = row.scores + head * row.length;
    softmax(weights, row.length);
    int64_t column = head * row.head_width;
    const int64_t end = column + row.head_width;
    for (; column + 4 * kVectorFloats <= end; column += 4 * kVectorFloats)
      sum_values<4>(row, weights, column);
    for (; column + 2 * kVectorFloats <= end; column += 2 * kVectorFloats)
      sum_values<2>(row, weights, column);
    if (column < end) sum_values<1>(row, weights, column);
  }
  if (row.mean_weights == nullptr) return;
  for (int64_t t = 0; t < row.length; ++t) {
    float sum = 0;
    for (int64_t head = 0; head < row.heads; ++head) sum += row.scores[head * row.length + t];
    row.mean_weights[t] = sum / static_cast<float>(row.heads);
  }
}

void normalize(const float* x, int64_t width, const float* scale, const float* shift, float* out) {
  float sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int64_t i = 0; i < width; ++i) sum += x[i];
  const float mean = sum / static_cast<float>(width);
  float squares = 0;
#pragma omp simd reduction(+ : squares)
  for (int64_t i = 0; i < width; ++i) squares += (x[i] - mean) * (x[i] - mean);
  const float factor = 1.0F / __builtin_sqrtf(squares / static_cast<float>(width) + 1e-5F);
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) out[i] = (x[i] - mean) * factor * scale[i] + shift[i];
}

void summarize(const float* logits, int64_t rows, const LogitSummary& summary, int64_t block) {
  for (int64_t row = 0; row < rows; ++row, logits += kPanelColumns) {
    float largest = logits[0], sum = 0;
#pragma omp simd reduction(max : largest)
    for (int64_t i = 0; i < kPanelColumns; ++i) largest = logits[i] > largest ? logits[i] : largest;
#pragma omp simd reduction(+ : sum)
    for (int64_t i = 0; i < kPanelColumns; ++i) sum += exp_of_negative(logits[i] - largest);
    summary.largest[block * summary.stride + row] = largest;
    summary.sums[block * summary.stride + row] = sum;
  }
}

void log_sums(const LogitSummary& summary, int64_t blocks, float* out) {
  for (int64_t row = 0; row < summary.stride; row += kVectorFloats) {
    auto largest = load<Floats>(summary.largest + row);
    for (int64_t at = row; at < blocks * summary.stride; at += summary.stride) {
      const auto other = load<Floats>(summary.largest + at);
      largest = other > largest ? other : largest;
    }
    Floats sums{};
    for (int64_t at = row; at < blocks * summary.stride; at += summary.stride) {
      Floats powers = load<Floats>(summary.largest + at) - largest;
#pragma omp simd
      for (int64_t i = 0; i < kVectorFloats; ++i) powers[i] = exp_of_negative(powers[i]);
      sums += load<Floats>(summary.sums + at) * powers;
    }
    for (int64_t i = 0; i < kVectorFloats; ++i) out[row + i] = largest[i] + __builtin_logf(sums[i]);
  }
}

}  // namespace

extern const Kernels DRAGOMAN_KERNELS_NAME;
const Kernels DRAGOMAN_KERNELS_NAME{.name = DRAGOMAN_KERNELS_LABEL,
                                    .multiply = {multiply<Fp32>, multiply<Bf16>, multiply<Int8>},
                                    .round_row = round_row,
                                    .quantize_row = quantize_row,
                                    .attend = attend,
                                    .normalize = normalize,
                                    .summarize = summarize,
                                    .log_sums = log_sums};

}  // namespace dragoman
