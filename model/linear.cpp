#include "model/linear.h"

#include <torch/autograd.h>

#include "model/compute_path.h"
#include "model/linear_rows.h"
#include "model/row_blocks.h"
#include "model/tensor_products.h"

namespace dragoman {
namespace {

/// The type in which a weight's map of x is computed.
torch::Dtype type_of(const torch::Tensor& x, const torch::Tensor& weight) {
  const bool in_bf16 =
      runs_kernels(x) ? product_type() == torch::kBFloat16 : has_device_products(x);
  return in_bf16 ? torch::kBFloat16 : weight.scalar_type();
}

class LinearFunction : public torch::autograd::Function<LinearFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& weight, const torch::Tensor& bias) {
    const torch::Dtype type = type_of(x, weight);
    const torch::Tensor rows = row_blocks(x, type), in_type = in(type, weight);
    context->save_for_backward({rows, in_type});
    context->saved_data["type"] = x.scalar_type();
    return rows_like(map_rows(rows, in_type, in(type, bias)), x.sizes());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor slopes = row_blocks(gradients[0], saved[0].scalar_type());
    torch::Tensor for_x;
    if (context->needs_input_grad(0))
      for_x = rows_like(rows_gradient(slopes, saved[1]), gradients[0].sizes())
                  .to(context->saved_data["type"].toScalarType());
    MapGradients of_map;
    if (context->needs_input_grad(1) || context->needs_input_grad(2))
      of_map = map_gradients(slopes, saved[0]);
    return {for_x, of_map.weight, of_map.bias};
  }

 private:
  static torch::Tensor in(torch::Dtype type, const torch::Tensor& weight) {
    return type == torch::kBFloat16 ? weight_in_bf16(weight) : weight;
  }
};

}  // namespace

torch::Tensor linear(torch::nn::Linear& map, const torch::Tensor& x) {
  if (runs_kernels(x)) {
    const bool is_ours = product_type() == torch::kBFloat16 || runs_own_products(x);
    return is_ours ? LinearFunction::apply(x, map->weight, map->bias) : map(x);
  }
  if (has_device_products(x)) return LinearFunction::apply(x, map->weight, map->bias);
  // The module's own forward starts a second kernel, to add the bias.
  return torch::linear(x, map->weight, map->bias);
}

}  // namespace dragoman
