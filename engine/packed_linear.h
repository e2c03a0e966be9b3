#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/shared_array.h"
#include "kernels/kernels.h"

namespace dragoman {

/// Rows of numbers, row-major. Each row begins at a cache line; numbers between width and stride
/// are 0.
struct Rows {
  float* data = nullptr;
  int64_t count = 0;
  int64_t stride = 0;  // floats; a multiple of kPanelColumns

  float* operator[](int64_t row) const { return data + row * stride; }
};

/// Inputs converted to the format of weights, once for all products that read them.
class ConvertedRows {
 public:
  /// Converts the first `width` numbers of each row. In fp32, `rows` must outlive this object.
  void convert(const Kernels& kernels, NumberFormat format, const Rows& rows, int64_t width);

  int64_t count() const { return rows_.count; }
  /// A product whose inputs are rows `first` to first + count - 1.
  Product product(int64_t first, int64_t count) const;

 private:
  NumberFormat format_ = NumberFormat::kFp32;
  Rows rows_;
  int64_t words_ = 0;                // of a row
  int64_t bytes_of_row_ = 0;         // of a converted row
  AlignedVector<std::byte> packed_;  // [count, words], as the kernels hold input words
  AlignedVector<float> scales_;      // [count]
};

/// Arrays of a PackedLinear. Columns are outputs, rounded up to whole panels.
struct PackedWeights {
  SharedArray<uint32_t> words;  // [columns / strip, words of a column, strip]
  SharedArray<float> bias;      // [columns]
  // For int8 only, as in Product:
  SharedArray<float> column_scales;     // [columns]
  SharedArray<int32_t> column_offsets;  // [columns]
};

/// A linear layer whose weights are laid out for the kernels. Copies share the weights.
class PackedLinear {
 public:
  PackedLinear() = default;
  /// Packs weight [outputs, inputs] (row-major) and bias [outputs] (or null) for these kernels.
  /// `bias_beyond`: bias of the outputs that round `outputs` up to whole panels.
  PackedLinear(const Kernels& kernels, NumberFormat format, const float* weight, const float* bias,
               int64_t outputs, int64_t inputs, float bias_beyond = 0);
  /// Takes weights that are already packed, in strips of `strip` columns.
  PackedLinear(NumberFormat format, int64_t inputs, int64_t strip, PackedWeights weights);

  NumberFormat format() const { return format_; }
  int64_t inputs() const { return inputs_; }
  int64_t panels() const { return weights_.bias.size() / kPanelColumns; }
  /// Number of outputs, rounded up to whole panels.
  int64_t width() const { return panels() * kPanelColumns; }
  const SharedArray<float>& bias() const { return weights_.bias; }
  const PackedWeights& weights() const { return weights_; }
  /// Returns the same layer with strips of `strip` columns.
  PackedLinear in_strips_of(int64_t strip) const;
  /// Returns a layer of the given outputs only.
  PackedLinear select(std::span<const int32_t> outputs, float bias_beyond) const;
  /// Writes the weights of one output, rounded to the format, to out [inputs].
  void read_weights(int64_t output, float* out) const;

  /// Returns the product with inputs `x`, without output, epilogue and residual.
  Product product(const ConvertedRows& x) const { return product(x, 0, x.count()); }
  Product product(const ConvertedRows& x, int64_t first, int64_t count) const;

 private:
  /// Index of a column's first word; the next words follow at distances of strip_.
  int64_t first_word(int64_t column) const {
    const int64_t in_strip = column % strip_;
    return (column - in_strip) * words_ + in_strip;
  }

  NumberFormat format_ = NumberFormat::kFp32;
  int64_t inputs_ = 0;
  int64_t words_ = 0;  // of a column
  int64_t strip_ = 0;  // ProductKernels::strip
  PackedWeights weights_;
};

/// Computes a product with the layer's weights. The threads share its panels.
void multiply(const Kernels& kernels, const PackedLinear& linear, const Product& product);

}  // namespace dragoman
