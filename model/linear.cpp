#include "model/linear.h"

#include <ATen/autocast_mode.h>
#include <torch/autograd.h>

#include <vector>

namespace dragoman {
namespace {

constexpr int64_t kRowsOfBlock = 256;

/// The rows of x [.., K] in bf16, and rows of zeros after them that make the last block whole.
torch::Tensor whole_blocks(const torch::Tensor& x) {
  const int64_t width = x.size(-1), count = x.numel() / width;
  const int64_t whole = (count + kRowsOfBlock - 1) / kRowsOfBlock * kRowsOfBlock;
  torch::Tensor rows = torch::empty({whole, width}, x.options().dtype(torch::kBFloat16));
  rows.narrow(0, 0, count).copy_(x.reshape({count, width}));
  rows.narrow(0, count, whole - count).zero_();
  return rows;
}

/// The first rows, in the shape [.., N] that x [.., K] has.
torch::Tensor rows_like(const torch::Tensor& rows, torch::IntArrayRef sizes_of_x) {
  std::vector<int64_t> sizes = sizes_of_x.vec();
  sizes.back() = rows.size(1);
  const int64_t count = c10::multiply_integers(sizes) / rows.size(1);
  return rows.narrow(0, 0, count).view(sizes);
}

class Bf16Linear : public torch::autograd::Function<Bf16Linear> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& weight, const torch::Tensor& bias) {
    const torch::Tensor rows = whole_blocks(x), coarse = weight.to(torch::kBFloat16);
    context->save_for_backward({rows, coarse});
    context->saved_data["type"] = x.scalar_type();
    return rows_like(torch::addmm(bias.to(torch::kBFloat16), rows, coarse.t()), x.sizes());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor slopes = whole_blocks(gradients[0]);
    const torch::Tensor for_x = rows_like(torch::mm(slopes, saved[1]), gradients[0].sizes());
    const torch::Tensor for_weight = torch::mm(slopes.t(), saved[0]).to(torch::kFloat32);
    return {for_x.to(context->saved_data["type"].toScalarType()), for_weight,
            slopes.sum(0, /*keepdim=*/false, torch::kFloat32)};
  }
};

}  // namespace

torch::Tensor linear(torch::nn::Linear& map, const torch::Tensor& x) {
  const bool in_bf16 = x.is_cpu() && at::autocast::is_autocast_enabled(at::kCPU);
  return in_bf16 ? Bf16Linear::apply(x, map->weight, map->bias) : map(x);
}

}  // namespace dragoman
