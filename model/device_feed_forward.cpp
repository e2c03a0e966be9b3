#include "model/device_feed_forward.h"

#include <ATen/ops/threshold_backward.h>
#include <torch/autograd.h>

#include "model/linear_rows.h"
#include "model/row_blocks.h"
#include "model/tensor_products.h"

namespace dragoman {
namespace {

constexpr torch::Dtype kBf16 = torch::kBFloat16;

class DeviceFeedForward : public torch::autograd::Function<DeviceFeedForward> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& inner, const torch::Tensor& inner_bias,
                               const torch::Tensor& outer, const torch::Tensor& outer_bias) {
    const torch::Tensor rows = row_blocks(x, kBf16), first = weight_in_bf16(inner),
                        second = weight_in_bf16(outer),
                        hidden =
                            map_rows(rows, first, weight_in_bf16(inner_bias), /*rectifies=*/true);
    context->save_for_backward({rows, first, hidden, second});
    context->saved_data["type"] = x.scalar_type();
    return rows_like(map_rows(hidden, second, weight_in_bf16(outer_bias)), x.sizes());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &rows = saved[0], &hidden = saved[2],
                        slopes = row_blocks(gradients[0], kBf16);
    const MapGradients of_outer = map_gradients(slopes, hidden);
    const torch::Tensor inner_slopes =
        at::threshold_backward(rows_gradient(slopes, saved[3]), hidden, 0);
    const MapGradients of_inner = map_gradients(inner_slopes, rows);
    const torch::Tensor for_x =
        rows_like(rows_gradient(inner_slopes, saved[1]), gradients[0].sizes());
    return {for_x.to(context->saved_data["type"].toScalarType()), of_inner.weight, of_inner.bias,
            of_outer.weight, of_outer.bias};
  }
};

}  // namespace

torch::Tensor device_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights) {
  return DeviceFeedForward::apply(x, weights.inner, weights.inner_bias, weights.outer,
                                  weights.outer_bias);
}

}  // namespace dragoman
