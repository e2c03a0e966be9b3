#include "model/device_linear.h"

#include <ATen/ops/threshold_backward.h>
#include <torch/autograd.h>

#include <vector>

#include "model/device_products.h"

namespace dragoman {
namespace {

/// x [.., K] as rows [n, K] of bf16.
torch::Tensor coarse_rows(const torch::Tensor& x) {
  return x.reshape({-1, x.size(-1)}).to(torch::kBFloat16).contiguous();
}

/// rows [n, N] in the shape [.., N], where x is [.., K].
torch::Tensor in_shape_of(const torch::Tensor& x, const torch::Tensor& rows) {
  std::vector<int64_t> sizes = x.sizes().vec();
  sizes.back() = rows.size(1);
  return rows.view(sizes);
}

/// rows [n, K], weight [N, K], bias [N], all of bf16 -> [n, N].
torch::Tensor map_rows(const torch::Tensor& rows, const torch::Tensor& weight,
                       const torch::Tensor& bias, bool rectifies) {
  const torch::Tensor out = torch::empty({rows.size(0), weight.size(0)}, rows.options());
  multiply({.left = rows,
            .right = weight,
            .out = out,
            .bias = bias,
            .transposes_right = true,
            .rectifies = rectifies});
  return out;
}

/// The gradient of rows [n, K] from that of the map's output, slopes [n, N].
torch::Tensor rows_gradient(const torch::Tensor& slopes, const torch::Tensor& weight) {
  const torch::Tensor out = torch::empty({slopes.size(0), weight.size(1)}, slopes.options());
  multiply({.left = slopes, .right = weight, .out = out});
  return out;
}

struct MapGradients {
  torch::Tensor weight;  // [N, K] fp32
  torch::Tensor bias;    // [N] fp32
};

MapGradients map_gradients(const torch::Tensor& slopes, const torch::Tensor& rows) {
  const auto exact = slopes.options().dtype(torch::kFloat32);
  MapGradients gradients{torch::empty({slopes.size(1), rows.size(1)}, exact),
                         torch::empty({slopes.size(1)}, exact)};
  multiply({.left = slopes,
            .right = rows,
            .out = gradients.weight,
            .sums = gradients.bias,
            .transposes_left = true});
  return gradients;
}

class DeviceLinear : public torch::autograd::Function<DeviceLinear> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& weight, const torch::Tensor& bias) {
    const torch::Tensor rows = coarse_rows(x), copy = coarse(weight);
    context->save_for_backward({rows, copy});
    context->saved_data["type"] = x.scalar_type();
    return in_shape_of(x, map_rows(rows, copy, coarse(bias), /*rectifies=*/false));
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor slopes = coarse_rows(gradients[0]),
                        for_rows = rows_gradient(slopes, saved[1]);
    const MapGradients of_map = map_gradients(slopes, saved[0]);
    return {in_shape_of(gradients[0], for_rows).to(context->saved_data["type"].toScalarType()),
            of_map.weight, of_map.bias};
  }
};

class DeviceFeedForward : public torch::autograd::Function<DeviceFeedForward> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& inner, const torch::Tensor& inner_bias,
                               const torch::Tensor& outer, const torch::Tensor& outer_bias) {
    const torch::Tensor rows = coarse_rows(x), first = coarse(inner), second = coarse(outer),
                        hidden = map_rows(rows, first, coarse(inner_bias), /*rectifies=*/true);
    context->save_for_backward({rows, first, hidden, second});
    context->saved_data["type"] = x.scalar_type();
    return in_shape_of(x, map_rows(hidden, second, coarse(outer_bias), /*rectifies=*/false));
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &rows = saved[0], &hidden = saved[2], slopes = coarse_rows(gradients[0]);
    const MapGradients of_outer = map_gradients(slopes, hidden);
    const torch::Tensor inner_slopes =
        at::threshold_backward(rows_gradient(slopes, saved[3]), hidden, 0);
    const MapGradients of_inner = map_gradients(inner_slopes, rows);
    const torch::Tensor for_x = in_shape_of(gradients[0], rows_gradient(inner_slopes, saved[1]));
    return {for_x.to(context->saved_data["type"].toScalarType()), of_inner.weight, of_inner.bias,
            of_outer.weight, of_outer.bias};
  }
};

}  // namespace

torch::Tensor device_linear(const torch::Tensor& x, const torch::Tensor& weight,
                            const torch::Tensor& bias) {
  return DeviceLinear::apply(x, weight, bias);
}

torch::Tensor device_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights) {
  return DeviceFeedForward::apply(x, weights.inner, weights.inner_bias, weights.outer,
                                  weights.outer_bias);
}

}  // namespace dragoman
