#pragma once

#include <cstdint>
#include <vector>

#include "kernels/kernels.h"

namespace dragoman {

/// Number of 32-bit words that hold `numbers` numbers.
int64_t words_of(int64_t numbers, NumberFormat format);

/// Packs the weights of a layer's outputs into words, one column at a time.
class ColumnPacker {
 public:
  ColumnPacker(const RowKernels& kernels, NumberFormat format, int64_t inputs);

  /// Packs a column of [inputs] numbers. The result is valid until the next call. Numbers of int8
  /// share one scale, which the column's largest determines.
  const std::vector<uint32_t>& pack(const float* numbers);
  /// Factor and sum of the last column's integers; int8 only.
  float scale() const { return scale_; }
  int32_t sum() const { return sum_; }

 private:
  void quantize(const float* numbers);

  const RowKernels& kernels_;
  NumberFormat format_;
  int64_t inputs_;
  std::vector<uint32_t> words_;
  std::vector<float> padded_;
  float scale_ = 0;
  int32_t sum_ = 0;
};

/// A column of packed weights: its words lie `strip` words apart.
struct PackedColumn {
  const uint32_t* words;
  int64_t strip;
  int64_t inputs;
};

/// Writes the numbers of a column to out [inputs]. Numbers of int8 are multiplied by `scale`.
void unpack_column(const PackedColumn& column, NumberFormat format, float scale, float* out);

}  // namespace dragoman
