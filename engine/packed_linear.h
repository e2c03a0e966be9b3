#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

/// Rows of numbers, each beginning at a cache line; what lies between width and stride is 0.
struct Rows {
  float* data = nullptr;
  int64_t count = 0;
  int64_t stride = 0;  // floats; a multiple of kPanelColumns

  float* operator[](int64_t row) const { return data + row * stride; }
};

/// Inputs in the format of weights, made once for all products that take them.
class ConvertedRows {
 public:
  /// The first `width` numbers of each row; `rows` must outlive the result where the format is
  /// fp32.
  void convert(const Kernels& kernels, NumberFormat format, const Rows& rows, int64_t width);

  int64_t count() const { return rows_.count; }
  /// The part of a product that rows `first` to first + count - 1 are.
  Product product(int64_t first, int64_t count) const;

 private:
  NumberFormat format_ = NumberFormat::kFp32;
  Rows rows_;
  int64_t words_ = 0;                // of a row
  int64_t bytes_of_row_ = 0;         //
  AlignedVector<std::byte> packed_;  // [count, words], as the kernels hold input words
  AlignedVector<float> scales_;      // [count]
};

/// A linear layer whose weights lie as the kernels read them.
class PackedLinear {
 public:
  PackedLinear() = default;
  /// weight [outputs, inputs] and bias [outputs] (or none), row-major; packed for these kernels.
  /// `bias_beyond`: of the outputs that round `outputs` up to whole panels.
  PackedLinear(const Kernels& kernels, NumberFormat format, const float* weight, const float* bias,
               int64_t outputs, int64_t inputs, float bias_beyond = 0);

  NumberFormat format() const { return format_; }
  int64_t inputs() const { return inputs_; }
  int64_t panels() const { return static_cast<int64_t>(bias_.size()) / kPanelColumns; }
  /// Outputs, rounded up to whole panels.
  int64_t width() const { return panels() * kPanelColumns; }
  const AlignedVector<float>& bias() const { return bias_; }
  /// A layer of some of the outputs.
  PackedLinear select(std::span<const int32_t> outputs, float bias_beyond) const;

  /// What remains to be said of a product are its output, epilogue and residual.
  Product product(const ConvertedRows& x) const { return product(x, 0, x.count()); }
  Product product(const ConvertedRows& x, int64_t first, int64_t count) const;

 private:
  void pack(const RowKernels& kernels, const float* weight, int64_t outputs);
  void quantize(const float* weight, int64_t outputs);
  /// Where a column's first word stands; the next ones follow at distances of strip_.
  int64_t first_word(int64_t column) const {
    const int64_t in_strip = column % strip_;
    return (column - in_strip) * words_ + in_strip;
  }
  void put_column(int64_t column, const std::vector<uint32_t>& words);

  NumberFormat format_ = NumberFormat::kFp32;
  int64_t inputs_ = 0;
  int64_t words_ = 0;                // of a column
  int64_t strip_ = 0;                // ProductKernels::strip
  AlignedVector<uint32_t> weights_;  // as Product has them
  AlignedVector<float> bias_;
  AlignedVector<float> column_scales_;
  AlignedVector<int32_t> column_offsets_;
};

/// Computes a product, its panels shared out among the threads.
void multiply(const Kernels& kernels, NumberFormat format, const Product& product, int64_t panels);

}  // namespace dragoman
