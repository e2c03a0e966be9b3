#include "model/linear.h"

#include <torch/autograd.h>

#include "model/compute_path.h"
#include "model/device_linear.h"
#include "model/device_products.h"
#include "model/row_blocks.h"

namespace dragoman {
namespace {

class Bf16Linear : public torch::autograd::Function<Bf16Linear> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& weight, const torch::Tensor& bias) {
    const torch::Tensor rows = row_blocks(x, torch::kBFloat16),
                        coarse = weight.to(torch::kBFloat16);
    context->save_for_backward({rows, coarse});
    context->saved_data["type"] = x.scalar_type();
    return rows_like(torch::addmm(bias.to(torch::kBFloat16), rows, coarse.t()), x.sizes());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor slopes = row_blocks(gradients[0], torch::kBFloat16);
    const torch::Tensor for_x = rows_like(torch::mm(slopes, saved[1]), gradients[0].sizes());
    const torch::Tensor for_weight = torch::mm(slopes.t(), saved[0]).to(torch::kFloat32);
    return {for_x.to(context->saved_data["type"].toScalarType()), for_weight,
            slopes.sum(0, /*keepdim=*/false, torch::kFloat32)};
  }
};

}  // namespace

torch::Tensor linear(torch::nn::Linear& map, const torch::Tensor& x) {
  if (!runs_kernels(x)) {
    if (has_device_products(x)) return device_linear(x, map->weight, map->bias);
    // The module's own forward starts a second kernel, to add the bias.
    return torch::linear(x, map->weight, map->bias);
  }
  const bool in_bf16 = product_type() == torch::kBFloat16;
  return in_bf16 ? Bf16Linear::apply(x, map->weight, map->bias) : map(x);
}

}  // namespace dragoman
