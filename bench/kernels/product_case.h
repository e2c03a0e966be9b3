#pragma once

#include <cstdint>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"

namespace dragoman {

struct ProductShape {
  int64_t rows, inputs, outputs;

  /// Number of multiplications and additions.
  double operations() const { return 2.0 * static_cast<double>(rows * inputs * outputs); }
};

/// A linear layer's product with arbitrary numbers, in the engine's memory layout.
class ProductCase {
 public:
  ProductCase(const Kernels& kernels, NumberFormat format, const ProductShape& shape);

  /// Runs the product, without the conversion of inputs.
  void run();

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
