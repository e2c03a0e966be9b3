#include "train/loss.h"

#include <torch/autograd.h>
#include <torch/utils.h>

#include <algorithm>
#include <vector>

#include "model/compute_path.h"
#include "model/cpu_products.h"
#include "model/device_kernels.h"
#include "model/device_rows.h"
#include "model/float_rows.h"
#include "model/optional_tensor.h"
#include "model/tensor_products.h"
#include "train/softmax_gradient.h"

namespace dragoman {
namespace {

constexpr int64_t kChunkRows = 256;
constexpr int64_t kChunkLogits = kChunkRows * 10000;
constexpr int64_t kChunkLogitsOfDevice = int64_t{1} << 27;  // 537 MB of fp32

/// Returns the number of chunks of rows of logits: small enough for the cache (CPUs) or to save
/// memory (other devices). Chunks have nearly equal sizes: oneDNN would compile kernels for the
/// shape of a small rest.
int64_t num_chunks(int64_t rows, int64_t vocabulary, bool on_cpu) {
  const int64_t logits = on_cpu ? kChunkLogits : kChunkLogitsOfDevice;
  const int64_t at_most = std::max(kChunkRows, logits / vocabulary);
  return (rows + at_most - 1) / at_most;
}

/// Turns logits [n, V] into the gradient of the summed loss, in place; returns the loss, a scalar.
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

/// Does the same for R-Drop: logits [2n, V] of two passes of the same n rows, gold [n, 1].
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
double turn_into_gradient(const torch::Tensor& logits, const torch::Tensor& gold,
                          const LossOptions& options) {
  const LogitRows<Number> rows{.logits = logits.data_ptr<Number>(),
                               .stride = logits.stride(0),
                               .gold = gold.const_data_ptr<int64_t>(),
                               .rows = logits.size(0),
                               .vocabulary = logits.size(1)};
  return options.r_drop > 0 ? r_drop_gradient(rows, options.smoothing, options.r_drop)
                            : softmax_gradient(rows, options.smoothing);
}

/// Turns logits into the gradient of their loss, in place; returns the loss. Kernels take few
/// passes over memory, and logits of bf16 stay bf16.
torch::Tensor loss_and_gradient(const torch::Tensor& logits, const torch::Tensor& gold,
                                const LossOptions& options) {
  const bool in_bf16 = logits.scalar_type() == torch::kBFloat16;
  if (has_float_rows(logits)) {
    const auto turn = in_bf16 ? turn_into_gradient<at::BFloat16> : turn_into_gradient<float>;
    // Above the range of fp32 it becomes infinite.
    const auto loss = static_cast<float>(turn(logits, gold.contiguous(), options));
    return torch::scalar_tensor(loss, torch::kFloat32);
  }
  if (options.r_drop == 0 && device_kernels(logits.device()) != nullptr)
    return device_softmax_gradient(logits, gold.contiguous(), options.smoothing);
  torch::Tensor exact = in_bf16 ? logits.to(torch::kFloat32) : logits;
  const torch::Tensor loss = options.r_drop > 0
                                 ? r_drop_loss_and_gradient_anywhere(exact, gold, options)
                                 : loss_and_gradient_anywhere(exact, gold, options.smoothing);
  if (in_bf16) logits.copy_(exact);
  return loss;
}

/// Returns new memory for logits [rows, V] of our own products. Each row begins a line of the
/// cache; rows lie an odd number of lines apart, so that they do not share a few sets of the cache.
torch::Tensor logits_in_lines(int64_t rows, int64_t vocabulary,
                              const torch::TensorOptions& options) {
  constexpr int64_t kLine = 16, kTwoLines = 2 * kLine;
  const int64_t stride = (vocabulary + kLine - 1) / kTwoLines * kTwoLines + kLine;
  return torch::empty({rows, stride}, options).narrow(1, 0, vocabulary);
}

/// Appends zeros to the first dimension until its size is a multiple of 8.
torch::Tensor with_whole_eights(const torch::Tensor& tensor) {
  const int64_t rest = (8 - tensor.size(0) % 8) % 8;
  if (rest == 0) return tensor;
  std::vector<int64_t> sizes = tensor.sizes().vec();
  sizes[0] = rest;
  return torch::cat({tensor, torch::zeros(sizes, tensor.options())});
}

/// The output layer's weights, in the type of the loss's products, and their gradients. On devices,
/// products get a vocabulary of V' tokens, a multiple of 8, for which GPUs multiply fastest: the
/// weights of further tokens are zeros. On CPUs V' is V.
class OutputLayer {
 public:
  OutputLayer(const torch::Tensor& weight, const OptionalTensor& bias, torch::Dtype type)
      : on_cpu_(runs_kernels(weight)),
        turns_gradient_(on_cpu_ && !runs_own_products(weight)),
        in_bf16_(type == torch::kBFloat16),
        vocabulary_(weight.size(0)),
        rows_(padded(in_bf16_ ? weight_in_bf16(weight) : weight.to(type))) {
    // On CPUs, products in bf16 are fastest if the right matrix is row-major.
    if (on_cpu_ && in_bf16_) columns_ = rows_.t().contiguous();
    if (!bias) return;
    bias_ = padded(bias->to(type));
    bias_gradient_ = torch::zeros_like(*bias);
  }

  /// states [n, D] -> [n, V'].
  torch::Tensor logits(const torch::Tensor& states) const {
    const int64_t count = states.size(0), vocabulary = rows_.size(0);
    const torch::Tensor out = runs_own_products(states)
                                  ? logits_in_lines(count, vocabulary, states.options())
                                  : torch::empty({count, vocabulary}, states.options());
    multiply({.left = states,
              .right = columns_.defined() ? columns_ : rows_,
              .out = out,
              .bias = bias_,
              .transposes_right = !columns_.defined()});
    return out;
  }

  /// Returns the columns [n, V] of the vocabulary's own tokens.
  torch::Tensor of_vocabulary(const torch::Tensor& logits) const {
    return logits.narrow(1, 0, vocabulary_);
  }

  /// Returns the gradient of states [n, D] from that of logits, `slopes` [n, V']; adds the
  /// gradients of the weights.
  torch::Tensor backward(const torch::Tensor& states, const torch::Tensor& slopes) {
    if (bias_) bias_gradient_.add_(column_sums(of_vocabulary(slopes)));
    add_weight_gradient(states, slopes);
    const torch::Tensor out = torch::empty_like(states);
    multiply({.left = slopes, .right = rows_, .out = out});
    return out;
  }

  /// [V, D].
  torch::Tensor weight_gradient() const {
    if (!weight_gradient_.defined()) return torch::zeros({vocabulary_, rows_.size(1)}, exact());
    return turns_gradient_ ? weight_gradient_.t().contiguous()
                           : weight_gradient_.narrow(0, 0, vocabulary_);
  }
  /// [V], or undefined.
  const torch::Tensor& bias_gradient() const { return bias_gradient_; }

 private:
  torch::TensorOptions exact() const { return rows_.options().dtype(torch::kFloat32); }

  void add_weight_gradient(const torch::Tensor& states, const torch::Tensor& slopes) {
    const torch::Tensor &left = turns_gradient_ ? states : slopes,
                        &right = turns_gradient_ ? slopes : states;
    torch::Tensor& sum = weight_gradient_;
    const bool is_first = !sum.defined(), adds = !is_first && (on_cpu_ || !in_bf16_);
    const torch::Tensor out = adds ? sum : torch::empty({left.size(1), right.size(1)}, exact());
    multiply({.left = left, .right = right, .out = out, .transposes_left = true, .adds = adds});
    if (is_first) sum = out;
    if (!is_first && !adds) sum.add_(out);
  }

  torch::Tensor padded(const torch::Tensor& tensor) const {
    return on_cpu_ ? tensor : with_whole_eights(tensor);
  }

  bool on_cpu_;
  bool turns_gradient_;  // LibTorch's products on CPUs compute it faster as [D, V]
  bool in_bf16_;
  int64_t vocabulary_;             // V
  torch::Tensor rows_;             // [V', D]
  torch::Tensor columns_;          // [D, V'], on CPUs in bf16
  OptionalTensor bias_;            // [V']
  torch::Tensor weight_gradient_;  // [V', D], or [D, V] if turned; undefined before the first chunk
  torch::Tensor bias_gradient_;
};

class SmoothedCrossEntropy : public torch::autograd::Function<SmoothedCrossEntropy> {
 public:
  static torch::Tensor forward(torch::autograd::AutogradContext* context,
                               const torch::Tensor& hidden, const torch::Tensor& weight,
                               const OptionalTensor& bias, const torch::Tensor& targets,
                               const LossOptions& options) {
    OutputLayer output(weight, bias, options.products);
    const int64_t passes = options.r_drop > 0 ? 2 : 1, width = hidden.size(1);
    const int64_t num_rows = targets.size(0),
                  chunks = num_chunks(num_rows * passes, weight.size(0), hidden.is_cpu());
    const torch::Tensor hidden_gradient = torch::empty_like(hidden),
                        states = hidden.to(options.products).view({passes, num_rows, width}),
                        state_gradients = hidden_gradient.view({passes, num_rows, width});
    torch::Tensor sum = torch::zeros({}, hidden.options());
    for (int64_t i = 0; i < chunks; ++i) {
      const int64_t begin = num_rows * i / chunks, count = num_rows * (i + 1) / chunks - begin;
      const torch::Tensor rows = states.narrow(1, begin, count).reshape({-1, width});
      const torch::Tensor logits = output.logits(rows);
      sum += loss_and_gradient(output.of_vocabulary(logits),
                               targets.narrow(0, begin, count).unsqueeze(1), options);
      state_gradients.narrow(1, begin, count)
          .copy_(output.backward(rows, logits).view({passes, count, width}));
    }
    context->save_for_backward({hidden_gradient, output.weight_gradient(), output.bias_gradient()});
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
  std::vector<torch::Tensor> scalars;  // two for each chunk, on the device
  for (int64_t begin = 0; begin < hidden.size(0); begin += kChunkRows) {
    const int64_t count = std::min(kChunkRows, hidden.size(0) - begin);
    const torch::Tensor logits = torch::linear(hidden.narrow(0, begin, count), weight, bias);
    const torch::Tensor log_probabilities = torch::log_softmax(logits, -1, torch::kFloat32);
    const torch::Tensor gold = targets.narrow(0, begin, count).unsqueeze(1);
    scalars.push_back(log_probabilities.gather(1, gold).sum());
    scalars.push_back(log_probabilities.mean(-1).sum());
  }
  LossSums sums;
  if (scalars.empty()) return sums;
  const torch::Tensor all = torch::stack(scalars).cpu();
  const auto* next = all.const_data_ptr<float>();
  for (size_t i = 0; i < scalars.size(); i += 2) {
    const double likelihood = *next++, spread = *next++;
    sums.negative_log_likelihood -= likelihood;
    sums.loss -= (1.0 - smoothing) * likelihood + smoothing * spread;
  }
  return sums;
}

}  // namespace dragoman
