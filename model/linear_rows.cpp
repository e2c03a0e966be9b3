#include "model/linear_rows.h"

#include "model/tensor_products.h"

namespace dragoman {
namespace {

torch::TensorOptions options_of_gradient(const torch::Tensor& slopes) {
  const bool is_bf16 = slopes.scalar_type() == torch::kBFloat16;
  return is_bf16 ? slopes.options().dtype(torch::kFloat32) : slopes.options();
}

}  // namespace

torch::Tensor map_rows(const torch::Tensor& rows, const torch::Tensor& weight,
                       const OptionalTensor& bias, bool rectifies) {
  const torch::Tensor out = torch::empty({rows.size(0), weight.size(0)}, rows.options());
  multiply({.left = rows,
            .right = weight,
            .out = out,
            .bias = bias,
            .transposes_right = true,
            .rectifies = rectifies});
  return out;
}

torch::Tensor rows_gradient(const torch::Tensor& slopes, const torch::Tensor& weight) {
  const torch::Tensor out = torch::empty({slopes.size(0), weight.size(1)}, slopes.options());
  multiply({.left = slopes, .right = weight, .out = out});
  return out;
}

torch::Tensor weight_gradient(const torch::Tensor& slopes, const torch::Tensor& rows,
                              const OptionalTensor& bias) {
  const torch::Tensor out =
      torch::empty({slopes.size(1), rows.size(1)}, options_of_gradient(slopes));
  multiply({.left = slopes, .right = rows, .out = out, .sums = bias, .transposes_left = true});
  return out;
}

MapGradients map_gradients(const torch::Tensor& slopes, const torch::Tensor& rows) {
  const torch::Tensor bias = torch::empty({slopes.size(1)}, options_of_gradient(slopes));
  return {weight_gradient(slopes, rows, bias), bias};
}

}  // namespace dragoman
