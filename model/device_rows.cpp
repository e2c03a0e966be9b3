#include "model/device_rows.h"

#include <ATen/autocast_mode.h>
#include <torch/autograd.h>

#include <algorithm>

#include "model/device_arguments.h"
#include "model/device_kernels.h"
#include "model/saved_mask.h"

namespace dragoman {
namespace {

constexpr int64_t kNumbersOfThread = 8, kThreadsOfWarp = 32, kMostThreads = 1024;
/// Threads of all blocks of a kernel on rows: enough for each GPU. Fixed, because the order of the
/// sums over rows depends on it.
constexpr int64_t kThreads = 132 * 1024;

int64_t rounded_up(int64_t number, int64_t step) { return (number + step - 1) / step * step; }

/// Returns the number of threads for rows of `width` numbers.
int64_t threads_for(int64_t width) {
  return std::min(kMostThreads, rounded_up((width + 7) / kNumbersOfThread, kThreadsOfWarp));
}

int64_t blocks_for(int64_t rows, int64_t width) {
  return std::min(rows, kThreads / threads_for(width));
}

template <class Argument>
void run(const char* kernel, Argument argument, const torch::Tensor& on) {
  if (argument.rows == 0) return;
  device_kernels(on.device())
      ->run({kernel, blocks_for(argument.rows, argument.width), threads_for(argument.width)},
            &argument, on.device());
}

DeviceNumbers numbers_of(const torch::Tensor& tensor) {
  if (!tensor.defined()) return {};
  return {tensor.data_ptr(), tensor.scalar_type() == torch::kBFloat16};
}

int64_t rows_of(const torch::Tensor& x) { return x.numel() / x.size(-1); }

/// Returns the type of a layer normalisation's output.
torch::Dtype type_of_norm(const torch::Tensor& x) {
  return at::autocast::is_autocast_enabled(x.device().type()) ? torch::kBFloat16 : x.scalar_type();
}

/// Returns x + y times the mask's factors, in a type; without x, only the product.
torch::Tensor sum_rows(const torch::Tensor& x, const torch::Tensor& y, const DropoutMask& mask,
                       torch::Dtype type) {
  torch::Tensor sum = torch::empty_like(y, type);
  run("sum_rows",
      DeviceSum{.x = numbers_of(x),
                .y = numbers_of(y),
                .sum = numbers_of(sum),
                .out = {},
                .mask = mask.on_device(),
                .scale = nullptr,
                .shift = nullptr,
                .epsilon = 0,
                .moments = nullptr,
                .rows = rows_of(y),
                .width = static_cast<int>(y.size(-1))},
      y);
  return sum;
}

struct NormalizedSum {
  torch::Tensor sum;  // undefined if it is not wanted
  torch::Tensor out;
  torch::Tensor moments;  // [rows, 2]
};

/// Returns the layer normalisation of x + y times the mask's factors; without x, of the product.
NormalizedSum normalize_rows(const torch::Tensor& x, const torch::Tensor& y,
                             const DropoutMask& mask, const RowNorm& norm) {
  const torch::Dtype type = type_of_norm(y);
  NormalizedSum all{.sum = x.defined() ? torch::empty_like(y, type) : torch::Tensor(),
                    .out = torch::empty_like(y, type),
                    .moments = torch::empty({rows_of(y), 2}, norm.scale.options())};
  run("sum_rows",
      DeviceSum{.x = numbers_of(x),
                .y = numbers_of(y),
                .sum = numbers_of(all.sum),
                .out = numbers_of(all.out),
                .mask = mask.on_device(),
                .scale = norm.scale.const_data_ptr<float>(),
                .shift = norm.shift.const_data_ptr<float>(),
                .epsilon = static_cast<float>(norm.epsilon),
                .moments = all.moments.mutable_data_ptr<float>(),
                .rows = rows_of(y),
                .width = static_cast<int>(y.size(-1))},
      y);
  return all;
}

/// What the backward pass of a layer normalisation needs.
struct SavedDeviceNorm {
  torch::Tensor sum;
  torch::Tensor moments;
  torch::Tensor scale;
};

/// Computes the gradients of a layer normalisation's inputs from its output's, `slope`. Writes that
/// of the sum, to which `direct` is added if defined, to for_x; times the mask's factors, to for_y
/// if defined. Returns the gradients of scale and shift [2, D].
torch::Tensor normalize_rows_backward(const SavedDeviceNorm& saved, const torch::Tensor& slope,
                                      const torch::Tensor& direct, const DropoutMask& mask,
                                      const torch::Tensor& for_x, const torch::Tensor& for_y) {
  const int64_t rows = rows_of(slope), width = slope.size(-1);
  const torch::Tensor parts = torch::empty(
      {std::max<int64_t>(blocks_for(rows, width), 1), 2, width}, saved.scale.options());
  if (rows == 0) parts.zero_();
  run("sum_rows_backward",
      DeviceSumGradient{.slope = numbers_of(slope),
                        .sum = numbers_of(saved.sum),
                        .direct = numbers_of(direct),
                        .for_x = numbers_of(for_x),
                        .for_y = numbers_of(for_y),
                        .mask = mask.on_device(),
                        .scale = saved.scale.const_data_ptr<float>(),
                        .moments = saved.moments.const_data_ptr<float>(),
                        .for_weights = parts.mutable_data_ptr<float>(),
                        .rows = rows,
                        .width = static_cast<int>(width)},
      slope);
  return parts.sum(0);
}

class DeviceResidualSum : public torch::autograd::Function<DeviceResidualSum> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& y, double dropout, int64_t key) {
    context->saved_data["type"] = y.scalar_type();
    return sum_rows(x, y, save_mask(dropout, key, context), x.scalar_type());
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const torch::Tensor slope = gradients[0].contiguous();
    const torch::Dtype type = context->saved_data["type"].toScalarType();
    return {slope, sum_rows({}, slope, saved_mask(context), type), {}, {}};
  }
};

class DeviceNormalizedSum : public torch::autograd::Function<DeviceNormalizedSum> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& y, double dropout, int64_t key,
                               const torch::Tensor& scale, const torch::Tensor& shift,
                               double epsilon) {
    context->saved_data["types"] = std::vector<int64_t>{static_cast<int64_t>(x.scalar_type()),
                                                        static_cast<int64_t>(y.scalar_type())};
    const NormalizedSum all =
        normalize_rows(x, y, save_mask(dropout, key, context), {scale, shift, epsilon});
    context->save_for_backward({all.sum, all.moments, scale});
    return all.out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto types = context->saved_data["types"].toIntVector();
    const DropoutMask mask = saved_mask(context);
    const torch::Tensor slope = gradients[0].contiguous(),
                        for_x = torch::empty_like(slope, static_cast<torch::Dtype>(types[0]));
    torch::Tensor for_y;
    if (mask.drops() || types[0] != types[1])
      for_y = torch::empty_like(slope, static_cast<torch::Dtype>(types[1]));
    const torch::Tensor for_weights = normalize_rows_backward({saved[0], saved[1], saved[2]}, slope,
                                                              /*direct=*/{}, mask, for_x, for_y);
    return {for_x, for_y.defined() ? for_y : for_x, {}, {}, for_weights[0], for_weights[1], {}};
  }
};

class DeviceNormalizedBranch : public torch::autograd::Function<DeviceNormalizedBranch> {
 public:
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                const torch::Tensor& x, const torch::Tensor& scale,
                                                const torch::Tensor& shift, double epsilon) {
    const NormalizedSum all = normalize_rows({}, x, {0, 0}, {scale, shift, epsilon});
    context->save_for_backward({x, all.moments, scale});
    return {x, all.out};
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor direct = gradients[0].contiguous(), slope = gradients[1].contiguous(),
                        for_x = torch::empty_like(saved[0]);
    const torch::Tensor for_weights = normalize_rows_backward({saved[0], saved[1], saved[2]}, slope,
                                                              direct, {0, 0}, for_x, /*for_y=*/{});
    return {for_x, for_weights[0], for_weights[1], {}};
  }
};

}  // namespace

bool has_device_rows(const torch::Tensor& x) {
  constexpr int64_t kMostNumbers = kNumbersOfThread * kMostThreads;
  const torch::Dtype type = x.scalar_type();
  return (type == torch::kFloat32 || type == torch::kBFloat16) && x.dim() > 0 &&
         x.size(-1) % kNumbersOfThread == 0 && x.size(-1) <= kMostNumbers &&
         device_kernels(x.device()) != nullptr;
}

torch::Tensor device_dropout(const torch::Tensor& x, const DropoutMask& mask) {
  return sum_rows({}, x.contiguous(), mask, x.scalar_type());
}

torch::Tensor device_residual_sum(const ResidualSum& sum) {
  return DeviceResidualSum::apply(sum.x, sum.y, sum.dropout, static_cast<int64_t>(sum.key));
}

torch::Tensor device_normalized_sum(const ResidualSum& sum, const RowNorm& norm) {
  return DeviceNormalizedSum::apply(sum.x, sum.y, sum.dropout, static_cast<int64_t>(sum.key),
                                    norm.scale, norm.shift, norm.epsilon);
}

NormalizedBranch device_normalized_branch(const torch::Tensor& x, const RowNorm& norm) {
  const auto both = DeviceNormalizedBranch::apply(x, norm.scale, norm.shift, norm.epsilon);
  return {both[0], both[1]};
}

torch::Tensor device_softmax_gradient(const torch::Tensor& logits, const torch::Tensor& gold,
                                      double smoothing) {
  const torch::Tensor losses =
      torch::empty({logits.size(0)}, logits.options().dtype(torch::kFloat32));
  static_assert(sizeof(long long) == sizeof(int64_t));
  run("softmax_gradient",
      DeviceSoftmax{.logits = numbers_of(logits),
                    .gold = reinterpret_cast<const long long*>(gold.const_data_ptr<int64_t>()),
                    .losses = losses.mutable_data_ptr<float>(),
                    .smoothing = static_cast<float>(smoothing),
                    .rows = logits.size(0),
                    .stride = logits.stride(0),
                    .width = static_cast<int>(logits.size(1))},
      logits);
  return losses.sum();
}

}  // namespace dragoman
