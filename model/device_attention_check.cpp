#include "model/device_attention_check.h"

#include <torch/autograd.h>

#include <array>
#include <exception>
#include <map>
#include <mutex>
#include <string>
#include <utility>

#include "model/attention_formula.h"
#include "model/device_attention.h"

namespace dragoman {
namespace {

constexpr int64_t kSentences = 2, kTokens = 40, kHeads = 2, kHeadWidth = 64;
constexpr double kMostDifference = 0.05;  // relative; rounding to bf16 makes about 0.004

/// Some numbers of bf16, [sentences, tokens, parts D], without a random generator: its state would
/// change training.
torch::Tensor some_rows(int64_t parts, double step, const torch::Device& device) {
  const auto options = torch::TensorOptions(torch::kFloat32).device(device);
  const int64_t count = kSentences * kTokens * parts * kHeads * kHeadWidth;
  return torch::sin(torch::arange(count, options) * step)
      .view({kSentences, kTokens, -1})
      .to(torch::kBFloat16);
}

torch::Tensor by_kernels(const torch::Tensor& projected) {
  return device_attention({projected, {}, kHeads}, {.causal = true});
}

torch::Tensor by_operations(const torch::Tensor& projected) {
  const auto parts = split_heads(projected, kHeads, 3);
  const torch::Tensor seen = causal_mask(kTokens, projected.device());
  return join_heads(torch::matmul(attention_weights(parts[0], parts[1], seen), parts[2]));
}

/// Returns attention and the gradient of its inputs, in fp32.
std::array<torch::Tensor, 2> with_gradient(torch::Tensor (*attend)(const torch::Tensor&),
                                           torch::Dtype type, const torch::Device& device) {
  const torch::Tensor projected = some_rows(3, 0.31, device).to(type).requires_grad_();
  const torch::Tensor out = attend(projected), slope = some_rows(1, 0.7, device).to(type),
                      gradient = torch::autograd::grad({out}, {projected}, {slope})[0];
  return {out.detach().to(torch::kFloat32), gradient.to(torch::kFloat32)};
}

/// Returns why the kernels cannot be used on a device; "" if they can.
std::string fault_on(const torch::Device& device) {
  try {
    return device_attention_agrees(device) ? "" : "computes wrong numbers";
  } catch (const std::exception& error) {
    return "fails (" + std::string(error.what()) + ")";
  }
}

}  // namespace

bool device_attention_agrees(const torch::Device& device) {
  const c10::InferenceMode records_gradients(false);  // also while a model translates
  const auto found = with_gradient(by_kernels, torch::kBFloat16, device),
             expected = with_gradient(by_operations, torch::kFloat32, device);
  for (size_t i = 0; i < found.size(); ++i) {
    const torch::Tensor difference = (found[i] - expected[i]).norm() / expected[i].norm();
    // Not a number is no agreement either.
    if (!(difference.item<double>() < kMostDifference)) return false;
  }
  return true;
}

bool device_attention_is_trusted(const torch::Device& device) {
  static std::mutex mutex;
  static std::map<std::pair<torch::DeviceType, torch::DeviceIndex>, bool> known;
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known.try_emplace({device.type(), device.index()}, false);
  if (is_new) {
    const std::string fault = fault_on(device);
    place->second = fault.empty();
    if (!place->second)
      TORCH_WARN("Dragoman's attention kernel ", fault, " on ", device,
                 ", so LibTorch's attention trains");
  }
  return place->second;
}

}  // namespace dragoman
