#include "model/device.h"

#include <ATen/Context.h>
#include <torch/cuda.h>

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "io/parse_number.h"

namespace dragoman {
namespace {

/// Returns N of "cuda:N"; nothing for other text.
std::optional<int> number_of_gpu(std::string_view text) {
  constexpr std::string_view kPrefix = "cuda:";
  if (!text.starts_with(kPrefix)) return std::nullopt;
  text.remove_prefix(kPrefix.size());
  const std::optional<int> number = parse_number<int>(text);
  return number && *number >= 0 ? number : std::nullopt;
}

}  // namespace

c10::Device parse_device(const std::string& text, int local_rank) {
  return parse_device(text, local_rank, static_cast<int>(torch::cuda::device_count()));
}

c10::Device parse_device(const std::string& text, int local_rank, int num_gpus) {
  if (text == "cpu") return c10::kCPU;
  const std::optional<int> named = number_of_gpu(text);
  if (text != "cuda" && !named) {
    throw std::invalid_argument("device `" + text + "` is not known: use cpu, cuda or cuda:N");
  }
  const int gpu = named ? *named : local_rank % std::max(num_gpus, 1);
  if (gpu >= num_gpus) {
    throw std::invalid_argument(
        "device `" + text + "` is not there: this LibTorch sees " + std::to_string(num_gpus) +
        " GPUs; choose cpu (--device cpu, or --set train.device=cpu to train)");
  }
  return {c10::kCUDA, static_cast<c10::DeviceIndex>(gpu)};
}

void avoid_cudnn_attention(const torch::Device& device) {
  if (!device.is_cpu()) at::globalContext().setSDPUseCuDNN(false);
}

torch::Tensor copy_ahead(const torch::Tensor& tensor, const torch::Device& device) {
  return device.is_cpu() ? tensor : tensor.pin_memory().to(device, /*non_blocking=*/true);
}

}  // namespace dragoman
