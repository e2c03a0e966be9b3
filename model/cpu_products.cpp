#include "model/cpu_products.h"

#include <ATen/Parallel.h>

#include <algorithm>

#include "kernels/aligned_vector.h"
#include "kernels/kernels.h"
#include "model/compute_path.h"

namespace dragoman {
namespace {

/// Least number of rows or columns, and of operations, that are worth a thread of their own.
constexpr int64_t kLeastOfThread = 64, kLeastOperationsOfThread = 1 << 20;

Matrix matrix_of(const torch::Tensor& tensor, bool is_transposed) {
  TORCH_CHECK(tensor.size(1) <= 1 || tensor.stride(1) == 1, "a row of a factor has gaps");
  return {tensor.const_data_ptr<float>(), tensor.stride(0), is_transposed};
}

/// Moves to a row of a matrix, or to a column.
void skip_rows(Matrix& matrix, int64_t count) {
  matrix.data += matrix.is_transposed ? count : count * matrix.stride;
}
void skip_columns(Matrix& matrix, int64_t count) {
  matrix.data += matrix.is_transposed ? count * matrix.stride : count;
}

MatrixProduct rows_of(MatrixProduct product, int64_t begin, int64_t end) {
  skip_rows(product.left, begin);
  product.out += begin * product.out_stride;
  product.m = end - begin;
  return product;
}

MatrixProduct columns_of(MatrixProduct product, int64_t begin, int64_t end) {
  skip_columns(product.right, begin);
  product.out += begin;
  if (product.bias != nullptr) product.bias += begin;
  product.n = end - begin;
  return product;
}

}  // namespace

void multiply_on_cpu(const TensorProduct& product) {
  const MatrixProduct whole{.m = product.m(),
                            .n = product.n(),
                            .k = product.k(),
                            .left = matrix_of(product.left, product.transposes_left),
                            .right = matrix_of(product.right, product.transposes_right),
                            .out = product.out.mutable_data_ptr<float>(),
                            .out_stride = product.out.stride(0),
                            .bias = product.bias ? product.bias->const_data_ptr<float>() : nullptr,
                            .adds = product.adds};
  const bool shares_rows = whole.m >= whole.n;
  const int64_t count = std::max(whole.m, whole.n),
                operations_of_one = std::max<int64_t>(1, std::min(whole.m, whole.n) * whole.k),
                grain = std::max(kLeastOfThread, kLeastOperationsOfThread / operations_of_one);
  at::parallel_for(0, count, grain, [&](int64_t begin, int64_t end) {
    thread_local AlignedVector<float> room(kMatrixRoom);
    chosen_kernels().training.multiply_matrices(
        shares_rows ? rows_of(whole, begin, end) : columns_of(whole, begin, end), room.data());
  });
  if (product.rectifies) torch::Tensor(product.out).relu_();
  if (product.sums) {
    product.sums->zero_();
    add_rows(product.left, *product.sums);
  }
}

void add_rows(const torch::Tensor& rows, const torch::Tensor& sums) {
  const Matrix matrix = matrix_of(rows, false);
  auto* to = sums.mutable_data_ptr<float>();
  const int64_t count = rows.size(0);
  const int64_t grain =
      std::max(kLeastOfThread, kLeastOperationsOfThread / std::max<int64_t>(1, count));
  const TrainingKernels& kernels = chosen_kernels().training;
  at::parallel_for(0, rows.size(1), grain, [&](int64_t begin, int64_t end) {
    for (int64_t row = 0; row < count; ++row)
      kernels.add(matrix.data + row * matrix.stride + begin, end - begin, to + begin);
  });
}

torch::Tensor column_sums(const torch::Tensor& rows) {
  if (!runs_own_products(rows)) return rows.sum(0, /*keepdim=*/false, torch::kFloat32);
  const torch::Tensor sums = torch::zeros({rows.size(1)}, rows.options());
  add_rows(rows, sums);
  return sums;
}

}  // namespace dragoman
