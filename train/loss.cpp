#include "train/loss.h"

#include <torch/autograd.h>
#include <torch/utils.h>

#include "train/softmax_gradient.h"

namespace dragoman {
namespace {

constexpr int64_t kChunkRows = 256;

/// As a torch::autograd::Function takes an argument that may be missing.
using OptionalTensor = std::optional<torch::Tensor>;

/// Into how many parts of nearly the same size rows are cut: a small rest would be one more shape
/// for oneDNN to compile kernels for.
int64_t num_chunks(int64_t rows) { return (rows + kChunkRows - 1) / kChunkRows; }

/// Turns logits [n, V] into the gradient of the summed loss in place; gives the loss, a scalar.
torch::Tensor loss_and_gradient_anywhere(torch::Tensor& logits, const torch::Tensor& gold,
                                         double smoothing) {
  const double uniform = smoothing / static_cast<double>(logits.size(1));
  logits.sub_(logits.amax(-1, /*keepdim=*/true));
  // With logits z and p = softmax(z): loss = log sum exp z - (1 - smoothing) z[gold] - uniform *
  // sum z.
  const torch::Tensor expected =
      logits.gather(1, gold).sum() * (1.0 - smoothing) + logits.sum() * uniform;
  const torch::Tensor total = logits.exp_().sum(-1, /*keepdim=*/true);
  const torch::Tensor loss = total.log().sum() - expected;
  logits.div_(total).sub_(uniform);
  logits.scatter_add_(1, gold, torch::full_like(gold, smoothing - 1.0, logits.options()));
  return loss;
}

/// The same of R-Drop: logits [2n, V] are of two passes of the same n rows, gold [n, 1].
torch::Tensor r_drop_loss_and_gradient_anywhere(torch::Tensor& logits, const torch::Tensor& gold,
                                                const LossOptions& options) {
  const torch::Tensor log_probabilities = torch::log_softmax(logits, -1);
  const auto log_p = log_probabilities.chunk(2);
  const torch::Tensor p = log_p[0].exp(), q = log_p[1].exp(), difference = log_p[0] - log_p[1];
  const torch::Tensor p_from_q = (p * difference).sum(-1, /*keepdim=*/true),
                      q_from_p = (q * -difference).sum(-1, /*keepdim=*/true);
  const double weight = options.r_drop / 4;
  const torch::Tensor loss =
      loss_and_gradient_anywhere(logits, gold.repeat({2, 1}), options.smoothing) / 2 +
      (p_from_q + q_from_p).sum() * weight;
  logits.mul_(0.5);
  const auto gradients = logits.chunk(2);
  gradients[0].add_(p * (difference - p_from_q) + p - q, weight);
  gradients[1].add_(q * (-difference - q_from_p) + q - p, weight);
  return loss;
}

template <class Number>
double turn_into_gradient(torch::Tensor& logits, const torch::Tensor& gold,
                          const LossOptions& options) {
  const LogitRows<Number> rows{.logits = logits.data_ptr<Number>(),
                               .gold = gold.const_data_ptr<int64_t>(),
                               .rows = logits.size(0),
                               .vocabulary = logits.size(1)};
  return options.r_drop > 0 ? r_drop_gradient(rows, options.smoothing, options.r_drop)
                            : softmax_gradient(rows, options.smoothing);
}

/// Turns logits into the gradient of their loss in place; gives the loss. On the CPU in few passes
/// over memory; there logits of bf16 stay bf16.
torch::Tensor loss_and_gradient(torch::Tensor& logits, const torch::Tensor& gold,
                                const LossOptions& options) {
  const bool in_bf16 = logits.scalar_type() == torch::kBFloat16;
  if (logits.is_cpu() && (in_bf16 || logits.scalar_type() == torch::kFloat32)) {
    const torch::Tensor targets = gold.contiguous();
    const double loss = in_bf16 ? turn_into_gradient<at::BFloat16>(logits, targets, options)
                                : turn_into_gradient<float>(logits, targets, options);
    return torch::scalar_tensor(loss, torch::kFloat32);
  }
  if (in_bf16) logits = logits.to(torch::kFloat32);
  return options.r_drop > 0 ? r_drop_loss_and_gradient_anywhere(logits, gold, options)
                            : loss_and_gradient_anywhere(logits, gold, options.smoothing);
}

/// rows [n, D] -> [n, V].
torch::Tensor logits_of(const torch::Tensor& rows, const torch::Tensor& weight,
                        const OptionalTensor& bias) {
  return bias ? torch::addmm(*bias, rows, weight.t()) : torch::mm(rows, weight.t());
}

/// sum += a b.
void add_product(const torch::Tensor& a, const torch::Tensor& b, torch::Tensor& sum) {
  if (a.scalar_type() == sum.scalar_type()) {
    sum.addmm_(a, b);
  } else {
    sum.add_(torch::mm(a, b));
  }
}

OptionalTensor if_defined(const torch::Tensor& tensor) {
  return tensor.defined() ? OptionalTensor(tensor) : std::nullopt;
}

class SmoothedCrossEntropy : public torch::autograd::Function<SmoothedCrossEntropy> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& hidden, const torch::Tensor& weight,
                               const OptionalTensor& bias, const torch::Tensor& targets,
                               const LossOptions& options) {
    const torch::Tensor factors = weight.to(options.products);
    // In bf16, products are fastest where the right one of two matrices stands row by row.
    const bool in_bf16 = options.products == torch::kBFloat16;
    const torch::Tensor columns = in_bf16 ? factors.t().contiguous().t() : factors;
    const OptionalTensor addends = bias ? OptionalTensor(bias->to(options.products)) : std::nullopt;
    torch::Tensor hidden_gradient = torch::empty_like(hidden);
    // [D, V]: short rows of long sums are multiplied faster than long rows of short ones.
    torch::Tensor weight_gradient =
        torch::zeros({weight.size(1), weight.size(0)}, weight.options());
    torch::Tensor bias_gradient = bias ? torch::zeros_like(*bias) : torch::Tensor();
    torch::Tensor sum = torch::zeros({}, hidden.options());
    const int64_t passes = options.r_drop > 0 ? 2 : 1, width = hidden.size(1);
    const int64_t num_rows = targets.size(0), chunks = num_chunks(num_rows * passes);
    const torch::Tensor states = hidden.to(options.products).view({passes, num_rows, width}),
                        state_gradients = hidden_gradient.view({passes, num_rows, width});
    for (int64_t i = 0; i < chunks; ++i) {
      const int64_t begin = num_rows * i / chunks, count = num_rows * (i + 1) / chunks - begin;
      const torch::Tensor rows = states.narrow(1, begin, count).reshape({-1, width});
      const torch::Tensor gold = targets.narrow(0, begin, count).unsqueeze(1);
      torch::Tensor logits = logits_of(rows, columns, addends);
      sum += loss_and_gradient(logits, gold, options);
      if (bias) bias_gradient.add_(logits.sum(0, /*keepdim=*/false, torch::kFloat32));
      logits = logits.to(options.products);
      state_gradients.narrow(1, begin, count)
          .copy_(torch::mm(logits, factors).view({passes, count, width}));
      add_product(rows.t(), logits, weight_gradient);
    }
    context->save_for_backward({hidden_gradient, weight_gradient.t().contiguous(), bias_gradient});
    return sum;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor for_bias = saved[2].defined() ? saved[2] * gradients[0] : saved[2];
    return {saved[0] * gradients[0], saved[1] * gradients[0], for_bias, {}, {}};
  }
};

}  // namespace

torch::Tensor smoothed_cross_entropy_sum(const torch::Tensor& hidden, const torch::Tensor& weight,
                                         const torch::Tensor& bias, const torch::Tensor& targets,
                                         const LossOptions& options) {
  return SmoothedCrossEntropy::apply(hidden, weight, if_defined(bias), targets, options);
}

LossSums evaluate_loss(const torch::Tensor& hidden, const torch::Tensor& weight,
                       const torch::Tensor& bias, const torch::Tensor& targets, double smoothing) {
  torch::NoGradGuard no_grad;
  LossSums sums;
  for (int64_t begin = 0; begin < hidden.size(0); begin += kChunkRows) {
    const int64_t count = std::min(kChunkRows, hidden.size(0) - begin);
    const torch::Tensor logits =
        logits_of(hidden.narrow(0, begin, count), weight, if_defined(bias));
    const torch::Tensor log_probabilities = torch::log_softmax(logits, -1, torch::kFloat32);
    const torch::Tensor gold = targets.narrow(0, begin, count).unsqueeze(1);
    const double likelihood = log_probabilities.gather(1, gold).sum().item<double>();
    const double spread = log_probabilities.mean(-1).sum().item<double>();
    sums.negative_log_likelihood -= likelihood;
    sums.loss -= (1.0 - smoothing) * likelihood + smoothing * spread;
  }
  return sums;
}

}  // namespace dragoman
