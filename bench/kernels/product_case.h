#pragma once

#include <cstdint>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

struct ProductShape {
  int64_t rows, inputs, outputs;
};

/// A product with a linear layer, of numbers that mean nothing, in memory as the engine's.
class ProductCase {
 public:
  ProductCase(const Kernels& kernels, NumberFormat format, const ProductShape& shape);

  /// Without the conversion of inputs.
  void run();

  /// Multiplications and additions.
  double operations() const;
  double weight_bytes() const { return static_cast<double>(weights_.size() * sizeof(uint32_t)); }

 private:
  const Kernels& kernels_;
  size_t format_;
  ProductShape shape_;
  int64_t panels_;
  AlignedVector<uint32_t> weights_;
  AlignedVector<uint8_t> x_;
  AlignedVector<float> bias_, out_, row_scales_, column_scales_;
  AlignedVector<int32_t> column_offsets_;
};

}  // namespace dragoman
