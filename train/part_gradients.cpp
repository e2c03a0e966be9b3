#include "train/part_gradients.h"

#include "io/random.h"
#include "train/batch_tensors.h"
#include "train/exchange_format.h"
#include "train/loss.h"

namespace dragoman {
namespace {

PartRange range_of(const UpdateParts& update) {
  if (update.parts.empty()) return {};
  return {update.parts.front().number, update.parts.back().number + 1};
}

/// 2 to 4: adds those of the loss summed over a batch, and gives the loss, a scalar.
torch::Tensor add_gradients(Replica& replica, const Batch& batch, const TrainSettings& settings,
                            uint64_t dropout_key) {
  TransformerImpl& model = replica.model();
  BatchTensors tensors = to_device(batch, model.device());
  if (settings.r_drop > 0) tensors = twice(tensors);
  // 2 forward
  model.dropout_keys().begin_pass(dropout_key);
  const torch::Tensor states = target_states(model, tensors, settings.precision);
  // 3 loss
  const bool in_bf16 = settings.precision == TrainPrecision::kBf16;
  const torch::Tensor loss = smoothed_cross_entropy_sum(
      states, model.output_weight(), model.output_bias(), tensors.targets,
      {.smoothing = settings.label_smoothing,
       .r_drop = settings.r_drop,
       .products = in_bf16 ? torch::kBFloat16 : torch::kFloat32});
  replica.mark(Phase::kForward);
  // 4 backward
  loss.backward();
  replica.mark(Phase::kBackward);
  return loss.detach();
}

void round_all_to(torch::Dtype format, const Gradients& gradients) {
  torch::NoGradGuard no_grad;
  for (const torch::Tensor& gradient : gradients)
    if (gradient.defined()) round_to(format, gradient);
}

}  // namespace

// 1: each part is computed by one replica.
OwnParts compute_gradients(Replicas& replicas, const UpdateParts& update,
                           const TrainSettings& settings, uint64_t dropout_key) {
  const auto count = static_cast<int64_t>(update.parts.size());
  std::vector<torch::Tensor> losses(update.parts.size());
  const torch::Dtype format = exchange_format(settings);
  PartTree<Gradients> tree(update.num_parts, range_of(update),
                           [format](Gradients& sum, Gradients&& other) {
                             add_gradients_to(sum, std::move(other));
                             round_all_to(format, sum);
                           });
  replicas.for_each(count, [&](Replica& replica, int64_t i) {
    const UpdatePart& part = update.parts[static_cast<size_t>(i)];
    torch::Tensor& loss = losses[static_cast<size_t>(i)];
    for (size_t b = 0; b < part.batches.size(); ++b) {
      const auto number = static_cast<uint64_t>(part.number);
      const torch::Tensor more =
          add_gradients(replica, part.batches[b], settings, derive_key(dropout_key, number, b));
      loss = loss.defined() ? loss + more : more;
    }
    Gradients gradients = replica.take_gradients();
    round_all_to(format, gradients);
    tree.add({0, part.number}, std::move(gradients));
  });
  OwnParts sums{.gradients = tree.take_values(), .losses = {}};
  for (size_t i = 0; i < losses.size(); ++i) {
    sums.losses.push_back(losses[i].item<double>());
    sums.target_tokens += update.parts[i].target_tokens;
  }
  return sums;
}

}  // namespace dragoman
