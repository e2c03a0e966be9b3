#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernels/kernels.h"
#include "numbers.h"

namespace dragoman {

/// Numbers that a word of 32 bits holds, by format.
constexpr int64_t kNumbersOfWord[] = {1, 2, 4};

/// A linear layer, its weights [outputs, inputs].
struct PlainLinear {
  int64_t outputs, inputs;
  std::vector<float> weights, bias;
};

inline PlainLinear make_linear(int64_t outputs, int64_t inputs, float size = kUsual) {
  return {outputs, inputs, random_numbers(outputs * inputs, 1, size),
          random_numbers(outputs, 2, size)};
}

inline float largest_of(const float* row, int64_t count) {
  float largest = 0;
  for (int64_t k = 0; k < count; ++k) largest = std::max(largest, std::abs(row[k]));
  return largest;
}

/// A row's number as an integer of int8, where 127 stands for the row's largest one. Too small a
/// row counts as zeros.
inline int8_t to_int8(float number, float largest) {
  const float to_integers = largest > 1e-30F ? 127.0F / largest : 0.0F;
  return static_cast<int8_t>(std::nearbyint(static_cast<double>(number) * to_integers));
}

/// The bits of a row's number in a format.
inline uint32_t bits_of(NumberFormat format, float number, float largest) {
  if (format == NumberFormat::kBf16) return to_bf16(number);
  if (format == NumberFormat::kInt8) return static_cast<uint8_t>(to_int8(number, largest));
  uint32_t bits = 0;
  std::memcpy(&bits, &number, sizeof(bits));
  return bits;
}

/// A layer's weights in a number format.
class PackedProduct {
 public:
  PackedProduct(NumberFormat format, const PlainLinear& plain)
      : format_(format),
        inputs_(plain.inputs),
        per_word_(kNumbersOfWord[static_cast<size_t>(format)]),
        panels_(round_up(plain.outputs, kPanelColumns) / kPanelColumns),
        words_((plain.inputs + per_word_ - 1) / per_word_),
        words_of_columns_(width() * words_),
        bias_(width()),
        scales_(width()),
        offsets_(width()) {
    std::copy(plain.bias.begin(), plain.bias.end(), bias_.begin());
    for (int64_t column = 0; column < plain.outputs; ++column)
      pack_column(column, plain.weights.data() + column * plain.inputs, plain.inputs);
  }

  size_t format() const { return static_cast<size_t>(format_); }
  int64_t panels() const { return panels_; }
  /// Columns, rounded up to panels.
  int64_t width() const { return panels_ * kPanelColumns; }

  /// Rows [rows, inputs] as input words, with words between rows that are not numbers; also fills
  /// `scales` [rows].
  std::vector<uint8_t> convert(const ProductKernels& kernels, const std::vector<float>& x,
                               std::vector<float>& scales) const {
    const int64_t rows = static_cast<int64_t>(x.size()) / inputs_;
    const int64_t row_bytes = x_stride() * kernels.input_bytes[format()];
    std::vector<uint8_t> converted(static_cast<size_t>(rows * row_bytes), 0xff);
    scales.assign(static_cast<size_t>(rows), 1);
    for (int64_t row = 0; row < rows; ++row) {
      std::vector<float> padded(static_cast<size_t>(words_ * per_word_));
      std::copy_n(x.data() + row * inputs_, inputs_, padded.data());
      uint8_t* to = converted.data() + row * row_bytes;
      if (format_ == NumberFormat::kFp32)
        std::memcpy(to, padded.data(), padded.size() * sizeof(float));
      else
        scales[row] = kernels.convert[format()](padded.data(), words_, to);
    }
    return converted;
  }

  /// The weights as a table reads them.
  std::vector<uint32_t> pack(const ProductKernels& kernels) const {
    const int64_t strip = kernels.strip;
    std::vector<uint32_t> packed(words_of_columns_.size());
    for (int64_t column = 0; column < width(); ++column) {
      uint32_t* to = packed.data() + column / strip * strip * words_ + column % strip;
      for (int64_t k = 0; k < words_; ++k) to[k * strip] = words_of_columns_[column * words_ + k];
    }
    return packed;
  }

  /// A product of what pack() and convert() returned; the caller fills in the output.
  Product product(const std::vector<uint32_t>& weights, const std::vector<uint8_t>& x,
                  const std::vector<float>& scales) const {
    Product product;
    product.x = x.data();
    product.x_stride = x_stride();
    product.rows = static_cast<int64_t>(scales.size());
    product.words = words_;
    product.weights = weights.data();
    product.fetches = true;
    product.bias = bias_.data();
    product.row_scales = scales.data();
    product.column_scales = scales_.data();
    product.column_offsets = offsets_.data();
    return product;
  }

 private:
  int64_t x_stride() const { return words_ + 3; }

  void pack_column(int64_t column, const float* numbers, int64_t count) {
    const int64_t bits = 32 / per_word_;
    const float largest = largest_of(numbers, count);
    scales_[column] = largest / 127;
    uint32_t* to = words_of_columns_.data() + column * words_;
    for (int64_t k = 0; k < count; ++k) {
      const uint32_t number = bits_of(format_, numbers[k], largest);
      to[k / per_word_] |= number << (k % per_word_ * bits);
      if (format_ == NumberFormat::kInt8) offsets_[column] += 128 * static_cast<int8_t>(number);
    }
  }

  NumberFormat format_;
  int64_t inputs_;
  int64_t per_word_;
  int64_t panels_;
  int64_t words_;
  std::vector<uint32_t> words_of_columns_;  // [width, words]
  std::vector<float> bias_;
  std::vector<float> scales_;
  std::vector<int32_t> offsets_;
};

/// How a product is finished.
struct Finish {
  Epilogue epilogue = Epilogue::kNone;
  const float* residual = nullptr;  // [rows, width]
};

/// Rows [rows, inputs] times a layer: [rows, layer.width()].
inline std::vector<float> multiply(const Kernels& kernels, const PackedProduct& layer,
                                   const std::vector<float>& x, const Finish& finish = {}) {
  std::vector<float> scales;
  const std::vector<uint8_t> converted = layer.convert(kernels.products, x, scales);
  const std::vector<uint32_t> weights = layer.pack(kernels.products);
  Product product = layer.product(weights, converted, scales);
  std::vector<float> out = unset_numbers(product.rows * layer.width());
  product.epilogue = finish.epilogue;
  product.residual = finish.residual;
  product.out = out.data();
  product.out_stride = layer.width();
  kernels.products.multiply[layer.format()](product, 0, layer.panels());
  return out;
}

}  // namespace dragoman
