#pragma once

#include <cstdint>

namespace dragoman {

/// A matrix of floats. Its element (i, j) is data[i * stride + j], or data[j * stride + i] if the
/// memory holds its transpose.
struct Matrix {
  const float* data = nullptr;
  int64_t stride = 0;
  bool is_transposed = false;
};

/// out = left right, with rows of the bias added: [m, k] x [k, n] -> [m, n].
///
/// An element is the sum over k in ascending order. It begins with the bias, with the element of
/// `out`, or with 0, and each step is one multiply_add(). So its bits depend on nothing but its row
/// of `left` and its column of `right`: neither on m and n, nor on how threads share the work.
struct MatrixProduct {
  int64_t m = 0;
  int64_t n = 0;
  int64_t k = 0;
  Matrix left;
  Matrix right;
  float* out = nullptr;
  int64_t out_stride = 0;       // floats from a row to the next
  const float* bias = nullptr;  // [n], or null
  bool adds = false;            // adds the product to `out`; there is no bias
};

/// Number of floats of scratch memory for a product of matrices.
constexpr int64_t kMatrixRoom = 180224;

}  // namespace dragoman
