#include "model/device.h"

#include <torch/cuda.h>

#include <stdexcept>

namespace dragoman {

c10::Device parse_device(const std::string& text) {
  const bool is_cuda =
      text == "cuda" || (text.rfind("cuda:", 0) == 0 && text.size() > 5 &&
                         text.find_first_not_of("0123456789", 5) == std::string::npos);
  if (text != "cpu" && !is_cuda) {
    throw std::invalid_argument("device `" + text + "` is not known: use cpu, cuda or cuda:N");
  }
  const c10::Device device(text == "cuda" ? "cuda:0" : text);
  if (is_cuda && device.index() >= static_cast<int>(torch::cuda::device_count())) {
    throw std::invalid_argument("device `" + text + "` is not there: this LibTorch sees " +
                                std::to_string(torch::cuda::device_count()) +
                                " GPUs; use device cpu");
  }
  return device;
}

torch::Tensor copy_ahead(const torch::Tensor& tensor, const torch::Device& device) {
  return device.is_cpu() ? tensor : tensor.pin_memory().to(device, /*non_blocking=*/true);
}

}  // namespace dragoman
