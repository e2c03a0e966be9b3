#include "train/gradients.h"

#include "train/autocast.h"
#include "train/batch_tensors.h"
#include "train/loss.h"

namespace dragoman {

torch::Tensor add_gradients(TransformerImpl& model, const Batch& batch,
                            const GradientOptions& options, Meters& meters) {
  // 1 batch
  const torch::Device device = model.device();
  BatchTensors tensors = to_device(batch, device);
  if (options.r_drop > 0) tensors = twice(tensors);
  // 2 forward
  const bool in_bf16 = options.precision == TrainPrecision::kBf16;
  model.dropout_keys().begin_pass(options.dropout_key);
  torch::Tensor hidden;
  {
    const Autocast autocast(in_bf16, device.type());
    hidden = target_states(model, tensors);
  }
  // 3 loss
  const torch::Tensor loss = smoothed_cross_entropy_sum(
      hidden.to(torch::kFloat32), model.output_weight(), model.output_bias(), tensors.targets,
      {.smoothing = options.label_smoothing,
       .r_drop = options.r_drop,
       .products = in_bf16 ? torch::kBFloat16 : torch::kFloat32});
  meters.mark(Phase::kForward);
  // 4 backward
  (loss / static_cast<double>(options.target_tokens)).backward();
  meters.mark(Phase::kBackward);
  return loss.detach();
}

}  // namespace dragoman
