#pragma once

#include <cstdint>
#include <vector>

#include "kernels/kernels.h"

namespace dragoman {

/// Words of 32 bits that hold so many numbers.
int64_t words_of(int64_t numbers, NumberFormat format);

/// Turns the weights of a layer's outputs into words, one column after the other.
class ColumnPacker {
 public:
  ColumnPacker(const RowKernels& kernels, NumberFormat format, int64_t inputs);

  /// The words of [inputs] numbers, until the next call. Numbers of int8 have one scale a column,
  /// that of its largest.
  const std::vector<uint32_t>& pack(const float* numbers);
  /// Of the last column, where the format is int8: what integers are multiplied by, and their sum.
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

/// A column among others: its words lie `strip` words apart.
struct PackedColumn {
  const uint32_t* words;
  int64_t strip;
  int64_t inputs;
};

/// out [inputs] = the numbers of a column; those of int8 times `scale`.
void unpack_column(const PackedColumn& column, NumberFormat format, float scale, float* out);

}  // namespace dragoman
