#include <stdexcept>

#include "io/build_id.h"
#include "model/device.h"
#include "model/language_model_stepper.h"
#include "model/tensors_file.h"
#include "model_folder/torch_plugin.h"
#include "train/run_train.h"

// The entry points of libdragoman_torch.so, which holds the rooms model and train.
namespace dragoman {
namespace {

std::unique_ptr<StepModel> load_step_model(const ModelFolder& folder, const std::string& device,
                                           NumberFormat format) {
  const torch::Device place = parse_device(device);
  avoid_cudnn_attention(place);
  if (format == NumberFormat::kInt8)
    throw std::invalid_argument("precision int8 runs on the CPU only; use bf16 on " + device);
  Transformer model(folder.settings.model, folder.tokenizers.sizes());
  load_weights(folder.paths.weights(), *model);
  model->eval();
  model->to(place);
  if (format == NumberFormat::kBf16) model->to(torch::kBFloat16);
  return make_stepper(model);
}

constexpr TorchPlugin kPlugin{
    .build = build_id, .run_train = run_train, .load_step_model = load_step_model};

}  // namespace
}  // namespace dragoman

extern "C" const dragoman::TorchPlugin* dragoman_torch_plugin() { return &dragoman::kPlugin; }
