#include "train/part_gradients.h"

#include "io/random.h"
#include "model/compute_path.h"
#include "train/alignment_loss.h"
#include "train/batch_tensors.h"
#include "train/loss.h"

namespace dragoman {
namespace {

SourceRows rows_of(const TrainSettings& settings) {
  return settings.batches == TrainBatches::kPacked ? SourceRows::kPacked : SourceRows::kPadded;
}

/// Scalar losses, summed over a batch; `alignment` is undefined without guided attention.
struct LossTensors {
  torch::Tensor loss, alignment;

  torch::Tensor weighted_sum(double alignment_weight) const {
    return alignment.defined() ? loss + alignment * alignment_weight : loss;
  }
};

/// Steps 2 to 4 of an update: adds the gradients of a batch's summed loss; returns the loss.
LossTensors add_gradients(Replica& replica, const Batch& batch, const TrainSettings& settings,
                          uint64_t dropout_key) {
  TransformerImpl& model = replica.model();
  BatchTensors tensors = to_device(batch, model.device());
  if (settings.r_drop > 0) tensors = twice(tensors);
  const OwnProducts own(settings.products == TrainProducts::kOwn);
  // 2 forward
  const bool in_bf16 = settings.precision == TrainPrecision::kBf16;
  const Bf16Weights copies = replica.copy_in_bf16(in_bf16 && !model.device().is_cpu());
  model.dropout_keys().begin_pass(dropout_key);
  const bool guides = model.settings().alignment_heads > 0 && !tensors.links.empty();
  torch::Tensor log_weights;
  const torch::Tensor states = target_states(
      model, tensors, {settings.precision, rows_of(settings)}, guides ? &log_weights : nullptr);
  // 3 loss
  LossTensors losses;
  losses.loss = smoothed_cross_entropy_sum(
      states, model.output_weight(), model.output_bias(), tensors.targets,
      {.smoothing = settings.label_smoothing,
       .r_drop = settings.r_drop,
       .products = in_bf16 ? torch::kBFloat16 : torch::kFloat32});
  if (guides) {
    losses.alignment =
        alignment_loss_sum(log_weights, tensors.links, model.settings().alignment_step);
  }
  replica.mark(Phase::kForward);
  // 4 backward
  replica.gradients().backward(losses.weighted_sum(settings.alignment_weight));
  replica.mark(Phase::kBackward);
  return losses;
}

int64_t count_linked(const UpdatePart& part) {
  int64_t count = 0;
  for (const Batch& batch : part.batches) count += batch.links.num_targets;
  return count;
}

}  // namespace

// Step 1 of an update: each replica computes whole parts.
DeviceLosses compute_gradients(Replicas& replicas, const UpdateParts& update,
                               const TrainSettings& settings, uint64_t dropout_key,
                               GradientSums& sums) {
  const auto count = static_cast<int64_t>(update.parts.size());
  DeviceLosses losses(update.parts.size());
  replicas.for_each(count, [&](Replica& replica, int64_t i) {
    const UpdatePart& part = update.parts[static_cast<size_t>(i)];
    const bool is_guided = replica.model().settings().alignment_heads > 0;
    losses.count(static_cast<size_t>(i), part.target_tokens, is_guided ? count_linked(part) : 0);
    replica.gradients().begin_part(part.batches.size(), [&](size_t bucket, Gradients gradients) {
      sums.add(bucket, part.number, std::move(gradients));
    });
    for (size_t b = 0; b < part.batches.size(); ++b) {
      const auto number = static_cast<uint64_t>(part.number);
      const LossTensors batch =
          add_gradients(replica, part.batches[b], settings, derive_key(dropout_key, number, b));
      const torch::NoGradGuard no_grad;
      losses.add(static_cast<size_t>(i), batch.loss.detach(),
                 batch.alignment.defined() ? batch.alignment.detach() : torch::Tensor());
    }
  });
  return losses;
}

}  // namespace dragoman
