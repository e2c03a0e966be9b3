#include "model/fused_feed_forward.h"

#include <torch/autograd.h>

#include <vector>

#include "kernels/kernels.h"
#include "model/activation_rows.h"
#include "model/cpu_products.h"
#include "model/dropout.h"
#include "model/float_rows.h"
#include "model/linear_rows.h"
#include "model/row_blocks.h"
#include "model/row_tasks.h"

namespace dragoman {
namespace {

/// Turns the first `count` rows of the inner map's product into the inner layer's output, in place.
/// Fills `derivatives` [count, F], if defined.
template <class Number>
void activate(torch::Tensor& rows, int64_t count, const torch::Tensor& bias,
              const InnerLayer& layer, torch::Tensor& derivatives) {
  const int64_t width = rows.size(1);
  auto* values = rows.mutable_data_ptr<Number>();
  auto* of_rows = derivatives.defined() ? derivatives.mutable_data_ptr<Number>() : nullptr;
  const auto* addends = bias.const_data_ptr<float>();
  const DropoutMask mask(layer.dropout, layer.key);
  const TrainingKernels& kernels = chosen_kernels().training;
  for_row_tasks(count, [&](int64_t, int64_t begin, int64_t end) {
    std::vector<float> room(static_cast<size_t>(3 * width));
    float* const factors = room.data() + 2 * width;
    for (int64_t at = begin * width; at < end * width; at += width) {
      Number* row = values + at;
      float* out = place_of_row(row, room.data());
      float* derivative = of_rows ? place_of_row(of_rows + at, room.data() + width) : nullptr;
      activate_row(read_row(row, width, room.data()), addends, width, layer.activation, out,
                   derivative);
      if (layer.dropout > 0) {
        mask.fill(at, width, factors);
        kernels.multiply(out, factors, width, out);
        if (derivative) kernels.multiply(derivative, factors, width, derivative);
      }
      finish_row(out, width, row);
      if (derivative) finish_row(derivative, width, of_rows + at);
    }
  });
}

/// Turns the first `count` rows of the inner layer's output gradient into the gradient of the inner
/// map's product, in place. Returns the bias's gradient [F]. `derivatives`: those of activate(), or
/// for ReLU its output.
template <class Number>
torch::Tensor activate_backward(torch::Tensor& gradient, int64_t count, const InnerLayer& layer,
                                const torch::Tensor& derivatives) {
  const int64_t width = gradient.size(1);
  auto* values = gradient.mutable_data_ptr<Number>();
  const auto* of_rows = derivatives.const_data_ptr<Number>();
  torch::Tensor partial = torch::zeros({num_row_tasks(count), width});
  auto* sums = partial.mutable_data_ptr<float>();
  const auto scale = static_cast<float>(1 / (1 - layer.dropout));
  const TrainingKernels& kernels = chosen_kernels().training;
  for_row_tasks(count, [&](int64_t task, int64_t begin, int64_t end) {
    std::vector<float> room(static_cast<size_t>(2 * width));
    for (int64_t at = begin * width; at < end * width; at += width) {
      Number* row = values + at;
      float* to = place_of_row(row, room.data());
      const float* from = read_row(row, width, room.data());
      const float* derivative = read_row(of_rows + at, width, room.data() + width);
      if (layer.activation == Activation::kRelu) {
        kernels.pass_where_positive(from, derivative, scale, width, to);
      } else {
        kernels.multiply(from, derivative, width, to);
      }
      kernels.add(to, width, sums + task * width);
      finish_row(to, width, row);
    }
  });
  return column_sums(partial);
}

class FeedForwardFunction : public torch::autograd::Function<FeedForwardFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& inner, const torch::Tensor& inner_bias,
                               const torch::Tensor& outer, const torch::Tensor& outer_bias,
                               const InnerLayer& layer) {
    const torch::Dtype type = product_type();
    const bool in_bf16 = type == torch::kBFloat16;
    const int64_t count = x.numel() / x.size(-1);
    const torch::Tensor rows = row_blocks(x, type), to_inner = inner.to(type),
                        to_outer = outer.to(type);
    torch::Tensor between = map_rows(rows, to_inner, /*bias=*/std::nullopt);
    torch::Tensor derivatives;
    if (layer.activation != Activation::kRelu)
      derivatives = torch::empty({count, between.size(1)}, between.options());
    const auto turn = in_bf16 ? activate<at::BFloat16> : activate<float>;
    turn(between, count, inner_bias, layer, derivatives);
    context->save_for_backward({rows, to_inner, to_outer, between, derivatives});
    save(layer, context);
    context->saved_data["type"] = x.scalar_type();
    return rows_like(map_rows(between, to_outer, outer_bias.to(type)), x.sizes());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &rows = saved[0], &between = saved[3],
                        &derivatives = saved[4].defined() ? saved[4] : between;
    const torch::Dtype type = rows.scalar_type();
    const bool in_bf16 = type == torch::kBFloat16;
    const torch::Tensor slopes = row_blocks(gradients[0], type);
    const int64_t count = gradients[0].numel() / gradients[0].size(-1);
    torch::Tensor for_between = rows_gradient(slopes, saved[2]);
    const auto turn = in_bf16 ? activate_backward<at::BFloat16> : activate_backward<float>;
    const torch::Tensor for_inner_bias =
        turn(for_between, count, saved_layer(context), derivatives);
    const torch::Tensor for_x =
        rows_like(rows_gradient(for_between, saved[1]), gradients[0].sizes());
    torch::Tensor for_inner;
    if (context->needs_input_grad(1)) for_inner = weight_gradient(for_between, rows);
    MapGradients of_outer;
    if (context->needs_input_grad(3) || context->needs_input_grad(4))
      of_outer = map_gradients(slopes, between);
    return {for_x.to(context->saved_data["type"].toScalarType()),
            for_inner,
            for_inner_bias,
            of_outer.weight,
            of_outer.bias,
            {}};
  }

 private:
  static void save(const InnerLayer& layer, torch::autograd::AutogradContext* context) {
    context->saved_data["activation"] = static_cast<int64_t>(layer.activation);
    context->saved_data["dropout"] = layer.dropout;
  }

  static InnerLayer saved_layer(const torch::autograd::AutogradContext* context) {
    return {.activation = static_cast<Activation>(context->saved_data.at("activation").toInt()),
            .dropout = context->saved_data.at("dropout").toDouble(),
            .key = 0};
  }
};

}  // namespace

bool can_fuse_feed_forward(const torch::Tensor& x) { return has_float_rows(x); }

torch::Tensor fused_feed_forward(const torch::Tensor& x, const FeedForwardWeights& weights,
                                 const InnerLayer& layer) {
  return FeedForwardFunction::apply(x, weights.inner, weights.inner_bias, weights.outer,
                                    weights.outer_bias, layer);
}

}  // namespace dragoman
