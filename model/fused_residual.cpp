#include "model/fused_residual.h"

#include <torch/autograd.h>

#include <vector>

#include "kernels/kernels.h"
#include "model/cpu_products.h"
#include "model/device_rows.h"
#include "model/float_rows.h"
#include "model/row_tasks.h"
#include "model/saved_mask.h"

namespace dragoman {
namespace {

/// Rows of a tensor [.., D].
struct Rows {
  explicit Rows(const torch::Tensor& x) : width(x.size(-1)), count(x.numel() / width) {}

  int64_t width;
  int64_t count;
};

/// Computes a task's rows of x + y * factors.
template <class Number>
void add_rows(const float* x, const Number* y, const DropoutMask& mask, int64_t width,
              int64_t begin, int64_t end, float* sum) {
  std::vector<float> room(static_cast<size_t>(2 * width));
  float *const factors = room.data(), *const addends = factors + width;
  const TrainingKernels& kernels = chosen_kernels().training;
  mask.fill(begin * width, width, factors);
  for (int64_t at = begin * width; at < end * width; at += width) {
    if (mask.drops()) mask.fill(at, width, factors);
    kernels.add_product(x + at, read_row(y + at, width, addends), factors, width, sum + at);
  }
}

/// Computes a task's rows of slope * factors.
template <class Number>
void mask_rows(const float* slope, const DropoutMask& mask, int64_t width, int64_t begin,
               int64_t end, Number* out) {
  std::vector<float> room(static_cast<size_t>(2 * width));
  float *const factors = room.data(), *const products = factors + width;
  for (int64_t at = begin * width; at < end * width; at += width) {
    float* place = place_of_row(out + at, products);
    mask.fill(at, width, factors);
    chosen_kernels().training.multiply(slope + at, factors, width, place);
    finish_row(place, width, out + at);
  }
}

/// Returns the sum x + y * factors. After each task's rows, calls then(sum, first row, last row +
/// 1).
template <class Then>
torch::Tensor add_all_rows(const torch::Tensor& x, const torch::Tensor& y, const DropoutMask& mask,
                           const Then& then) {
  const Rows rows(x);
  const torch::Tensor sum = torch::empty_like(x);
  const auto* from = x.const_data_ptr<float>();
  auto* to = sum.mutable_data_ptr<float>();
  with_numbers(y, [&](const auto* addends) {
    for_row_tasks(rows.count, [&](int64_t, int64_t begin, int64_t end) {
      add_rows(from, addends, mask, rows.width, begin, end, to);
      then(to, begin, end);
    });
  });
  return sum;
}

/// Tensors that the backward pass of a layer normalisation needs.
struct SavedNorm {
  torch::Tensor x;        // [.., D]
  torch::Tensor moments;  // [rows, 2]
  torch::Tensor scale;    // [D]
};

struct NormOutput {
  torch::Tensor out;      // [.., D]
  torch::Tensor moments;  // [rows, 2]
};

NormOutput empty_norm_output(const torch::Tensor& x) {
  return {torch::empty_like(x), torch::empty({Rows(x).count, 2}, x.options())};
}

/// Normalises a task's rows.
void normalize_rows(const float* x, const RowNorm& norm, int64_t begin, int64_t end,
                    const NormOutput& to) {
  const int64_t width = norm.scale.size(0);
  const RowKernels& kernels = chosen_kernels().rows;
  const NormWeights weights{norm.scale.const_data_ptr<float>(), norm.shift.const_data_ptr<float>(),
                            static_cast<float>(norm.epsilon)};
  auto* out = to.out.mutable_data_ptr<float>();
  auto* moments = reinterpret_cast<Moments*>(to.moments.mutable_data_ptr<float>());
  for (int64_t row = begin; row < end; ++row) {
    moments[row] = kernels.normalize(x + row * width, width, weights, out + row * width);
  }
}

/// Writes the gradient of the norm's input to for_x. Returns the gradients of scale and shift, [2,
/// D]. After each task's rows, calls then(for_x, first row, last row + 1).
template <class Then>
torch::Tensor norm_backward(const SavedNorm& saved, const torch::Tensor& slope,
                            torch::Tensor& for_x, const Then& then) {
  const Rows rows(slope);
  torch::Tensor partial = torch::zeros({num_row_tasks(rows.count), 2, rows.width}, slope.options());
  const auto *from = slope.const_data_ptr<float>(), *inputs = saved.x.const_data_ptr<float>(),
             *scale = saved.scale.const_data_ptr<float>();
  const auto* moments = reinterpret_cast<const Moments*>(saved.moments.const_data_ptr<float>());
  auto *to = for_x.mutable_data_ptr<float>(), *sums = partial.mutable_data_ptr<float>();
  const TrainingKernels& kernels = chosen_kernels().training;
  for_row_tasks(rows.count, [&](int64_t task, int64_t begin, int64_t end) {
    float* of_scale = sums + task * 2 * rows.width;
    for (int64_t row = begin; row < end; ++row) {
      const int64_t at = row * rows.width;
      kernels.normalize_backward(inputs + at, moments[row], scale, from + at, rows.width,
                                 {to + at, of_scale, of_scale + rows.width});
    }
    then(to, begin, end);
  });
  return column_sums(partial.flatten(1)).view({2, rows.width});
}

class ResidualSumFunction : public torch::autograd::Function<ResidualSumFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& y, double dropout, int64_t key) {
    context->saved_data["type"] = y.scalar_type();
    return add_all_rows(x, y, save_mask(dropout, key, context), [](float*, int64_t, int64_t) {});
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const torch::Tensor slope = gradients[0].contiguous();
    const DropoutMask mask = saved_mask(context);
    const torch::Dtype type = context->saved_data["type"].toScalarType();
    if (!mask.drops()) return {slope, slope.to(type), {}, {}};
    const torch::Tensor for_y = torch::empty_like(slope, type);
    const Rows rows(slope);
    with_numbers(for_y, [&](auto* to) {
      for_row_tasks(rows.count, [&](int64_t, int64_t begin, int64_t end) {
        mask_rows(slope.const_data_ptr<float>(), mask, rows.width, begin, end, to);
      });
    });
    return {slope, for_y, {}, {}};
  }
};

class NormalizedSumFunction : public torch::autograd::Function<NormalizedSumFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& y, double dropout, int64_t key,
                               const torch::Tensor& scale, const torch::Tensor& shift,
                               double epsilon) {
    context->saved_data["type"] = y.scalar_type();
    const NormOutput norm = empty_norm_output(x);
    const torch::Tensor sum = add_all_rows(
        x, y, save_mask(dropout, key, context), [&](const float* sums, int64_t begin, int64_t end) {
          normalize_rows(sums, {scale, shift, epsilon}, begin, end, norm);
        });
    context->save_for_backward({sum, norm.moments, scale});
    return norm.out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const DropoutMask mask = saved_mask(context);
    const torch::Tensor slope = gradients[0].contiguous();
    torch::Tensor for_x = torch::empty_like(slope), for_weights;
    const torch::Tensor for_y =
        torch::empty_like(slope, context->saved_data["type"].toScalarType());
    const int64_t width = slope.size(-1);
    with_numbers(for_y, [&](auto* to) {
      for_weights = norm_backward({saved[0], saved[1], saved[2]}, slope, for_x,
                                  [&](const float* of_x, int64_t begin, int64_t end) {
                                    mask_rows(of_x, mask, width, begin, end, to);
                                  });
    });
    return {for_x, for_y, {}, {}, for_weights[0], for_weights[1], {}};
  }
};

class NormalizedBranchFunction : public torch::autograd::Function<NormalizedBranchFunction> {
 public:
  static torch::autograd::variable_list forward(torch::autograd::AutogradContext* context,
                                                const torch::Tensor& x, const torch::Tensor& scale,
                                                const torch::Tensor& shift, double epsilon) {
    const NormOutput norm = empty_norm_output(x);
    for_row_tasks(Rows(x).count, [&](int64_t, int64_t begin, int64_t end) {
      normalize_rows(x.const_data_ptr<float>(), {scale, shift, epsilon}, begin, end, norm);
    });
    context->save_for_backward({x, norm.moments, scale});
    return {x, norm.out};
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor direct = gradients[0].contiguous(), slope = gradients[1].contiguous();
    torch::Tensor for_x = torch::empty_like(slope);
    const int64_t width = slope.size(-1);
    const auto* addends = direct.const_data_ptr<float>();
    const torch::Tensor for_weights = norm_backward(
        {saved[0], saved[1], saved[2]}, slope, for_x, [&](float* of_x, int64_t begin, int64_t end) {
          chosen_kernels().training.add(addends + begin * width, (end - begin) * width,
                                        of_x + begin * width);
        });
    return {for_x, for_weights[0], for_weights[1], {}};
  }
};

ResidualSum contiguous(const ResidualSum& sum) {
  return {sum.x.contiguous(), sum.y.contiguous(), sum.dropout, sum.key};
}

}  // namespace

bool can_fuse_residual(const torch::Tensor& x) {
  return runs_kernels(x) ? x.scalar_type() == torch::kFloat32 : has_device_rows(x);
}

torch::Tensor fused_residual_sum(const ResidualSum& given) {
  const ResidualSum sum = contiguous(given);
  if (!runs_kernels(sum.x)) return device_residual_sum(sum);
  return ResidualSumFunction::apply(sum.x, sum.y, sum.dropout, static_cast<int64_t>(sum.key));
}

torch::Tensor fused_normalized_sum(const ResidualSum& given, const RowNorm& norm) {
  const ResidualSum sum = contiguous(given);
  if (!runs_kernels(sum.x)) return device_normalized_sum(sum, norm);
  return NormalizedSumFunction::apply(sum.x, sum.y, sum.dropout, static_cast<int64_t>(sum.key),
                                      norm.scale, norm.shift, norm.epsilon);
}

NormalizedBranch fused_normalized_branch(const torch::Tensor& given, const RowNorm& norm) {
  const torch::Tensor x = given.contiguous();
  if (!runs_kernels(x)) return device_normalized_branch(x, norm);
  const auto both = NormalizedBranchFunction::apply(x, norm.scale, norm.shift, norm.epsilon);
  return {both[0], both[1]};
}

}  // namespace dragoman
