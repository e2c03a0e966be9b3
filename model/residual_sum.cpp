#include "model/residual_sum.h"

#include <ATen/Parallel.h>
#include <torch/autograd.h>

#include <vector>

#include "model/dropout.h"
#include "model/normalize_row.h"

namespace dragoman {
namespace {

/// Rows that one task takes. What is summed over rows is summed within tasks first, so that it does
/// not depend on the number of threads.
constexpr int64_t kRowsOfTask = 64;

/// sum = x + y * factors.
DRAGOMAN_VECTOR_CLONES void add_row(const float* x, const float* y, const float* factors,
                                    int64_t width, float* sum) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) sum[i] = x[i] + y[i] * factors[i];
}

DRAGOMAN_VECTOR_CLONES void multiply_row(const float* x, const float* factors, int64_t width,
                                         float* out) {
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) out[i] = x[i] * factors[i];
}

DRAGOMAN_VECTOR_CLONES Moments normalize(const float* x, int64_t width, const float* scale,
                                         const float* shift, float epsilon, float* out) {
  return normalize_row(x, width, scale, shift, epsilon, out);
}

struct NormGradients {
  float* input;  // [D]
  float* scale;  // [D], added to
  float* shift;  // [D], added to
};

DRAGOMAN_VECTOR_CLONES void normalize_row_backward(const float* x, const Moments& moments,
                                                   const float* scale, const float* slope,
                                                   int64_t width, const NormGradients& gradients) {
  const float mean = moments.mean, inverse = moments.inverse_deviation;
  float sum = 0, product = 0;
#pragma omp simd reduction(+ : sum, product)
  for (int64_t i = 0; i < width; ++i) {
    const float normalized = (x[i] - mean) * inverse, scaled = slope[i] * scale[i];
    gradients.scale[i] += slope[i] * normalized;
    gradients.shift[i] += slope[i];
    sum += scaled;
    product += scaled * normalized;
  }
  const float a = sum / static_cast<float>(width), b = product / static_cast<float>(width);
#pragma omp simd
  for (int64_t i = 0; i < width; ++i) {
    const float normalized = (x[i] - mean) * inverse;
    gradients.input[i] = inverse * (slope[i] * scale[i] - a - b * normalized);
  }
}

/// work(first row, last row + 1, room for a row) for all rows [n, D], by several threads.
template <class Work>
void for_rows(const torch::Tensor& rows, const Work& work) {
  const int64_t width = rows.size(-1), count = rows.numel() / width;
  at::parallel_for(0, (count + kRowsOfTask - 1) / kRowsOfTask, 1, [&](int64_t begin, int64_t end) {
    std::vector<float> room(static_cast<size_t>(width));
    for (int64_t task = begin; task < end; ++task)
      work(task * kRowsOfTask, std::min(count, (task + 1) * kRowsOfTask), room.data());
  });
}

/// The rows of x + y * factors; after each, then(row).
template <class Then>
void add_rows(const torch::Tensor& x, const torch::Tensor& y, const DropoutMask& mask,
              torch::Tensor& sum, const Then& then) {
  const int64_t width = x.size(-1);
  const auto *from_x = x.const_data_ptr<float>(), *from_y = y.const_data_ptr<float>();
  auto* to = sum.mutable_data_ptr<float>();
  for_rows(x, [&](int64_t begin, int64_t end, float* factors) {
    for (int64_t row = begin; row < end; ++row) {
      const int64_t at = row * width;
      mask.fill(at, width, factors);
      add_row(from_x + at, from_y + at, factors, width, to + at);
      then(row);
    }
  });
}

DropoutMask saved_mask(const torch::autograd::AutogradContext* context) {
  return {context->saved_data.at("dropout").toDouble(),
          static_cast<uint64_t>(context->saved_data.at("key").toInt())};
}

void save_mask(torch::autograd::AutogradContext* context, double dropout, int64_t key) {
  context->saved_data["dropout"] = dropout;
  context->saved_data["key"] = key;
}

class ResidualSumFunction : public torch::autograd::Function<ResidualSumFunction> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& y, double dropout, int64_t key) {
    save_mask(context, dropout, key);
    torch::Tensor sum = torch::empty_like(x);
    add_rows(x, y, saved_mask(context), sum, [](int64_t) {});
    return sum;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const torch::Tensor slope = gradients[0].contiguous();
    torch::Tensor for_y = torch::empty_like(slope);
    const DropoutMask mask = saved_mask(context);
    const int64_t width = slope.size(-1);
    const auto* from = slope.const_data_ptr<float>();
    auto* to = for_y.mutable_data_ptr<float>();
    for_rows(slope, [&](int64_t begin, int64_t end, float* factors) {
      for (int64_t at = begin * width; at < end * width; at += width) {
        mask.fill(at, width, factors);
        multiply_row(from + at, factors, width, to + at);
      }
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
    save_mask(context, dropout, key);
    const int64_t width = x.size(-1);
    torch::Tensor sum = torch::empty_like(x), out = torch::empty_like(x),
                  moments = torch::empty({x.numel() / width, 2}, x.options());
    auto *from = sum.mutable_data_ptr<float>(), *to = out.mutable_data_ptr<float>();
    auto* of_rows = reinterpret_cast<Moments*>(moments.mutable_data_ptr<float>());
    const auto *scales = scale.const_data_ptr<float>(), *shifts = shift.const_data_ptr<float>();
    add_rows(x, y, saved_mask(context), sum, [&](int64_t row) {
      of_rows[row] = normalize(from + row * width, width, scales, shifts,
                               static_cast<float>(epsilon), to + row * width);
    });
    context->save_for_backward({sum, moments, scale});
    return out;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor slope = gradients[0].contiguous();
    torch::Tensor for_x = torch::empty_like(slope), for_y = torch::empty_like(slope);
    const int64_t width = slope.size(-1), count = slope.numel() / width;
    torch::Tensor partial =
        torch::zeros({(count + kRowsOfTask - 1) / kRowsOfTask, 2, width}, slope.options());
    const DropoutMask mask = saved_mask(context);
    const auto *from = slope.const_data_ptr<float>(), *sums = saved[0].const_data_ptr<float>(),
               *scales = saved[2].const_data_ptr<float>();
    const auto* of_rows = reinterpret_cast<const Moments*>(saved[1].const_data_ptr<float>());
    auto *to_x = for_x.mutable_data_ptr<float>(), *to_y = for_y.mutable_data_ptr<float>(),
         *to_weights = partial.mutable_data_ptr<float>();
    for_rows(slope, [&](int64_t begin, int64_t end, float* factors) {
      float* weights = to_weights + begin / kRowsOfTask * 2 * width;
      for (int64_t row = begin; row < end; ++row) {
        const int64_t at = row * width;
        normalize_row_backward(sums + at, of_rows[row], scales, from + at, width,
                               {to_x + at, weights, weights + width});
        mask.fill(at, width, factors);
        multiply_row(to_x + at, factors, width, to_y + at);
      }
    });
    const torch::Tensor for_weights = partial.sum(0);
    return {for_x, for_y, {}, {}, for_weights[0], for_weights[1], {}};
  }
};

torch::Tensor as_addend(const torch::Tensor& y) { return y.to(torch::kFloat32).contiguous(); }

}  // namespace

bool can_fuse_residual(const torch::Tensor& x, const torch::Tensor& y) {
  const torch::Dtype type = y.scalar_type();
  return x.is_cpu() && x.scalar_type() == torch::kFloat32 &&
         (type == torch::kFloat32 || type == torch::kBFloat16);
}

torch::Tensor residual_sum(const ResidualSum& sum) {
  return ResidualSumFunction::apply(sum.x.contiguous(), as_addend(sum.y), sum.dropout,
                                    static_cast<int64_t>(sum.key));
}

torch::Tensor normalized_residual_sum(const ResidualSum& sum, const torch::Tensor& scale,
                                      const torch::Tensor& shift, double epsilon) {
  return NormalizedSumFunction::apply(sum.x.contiguous(), as_addend(sum.y), sum.dropout,
                                      static_cast<int64_t>(sum.key), scale, shift, epsilon);
}

}  // namespace dragoman
