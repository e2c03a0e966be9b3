#include "train/own_products.h"

#include <stdexcept>
#include <string>

#include "kernels/kernels.h"
#include "model/fused_attention.h"

namespace dragoman {
namespace {

/// Returns the first thing that our kernels cannot compute; "" if there is none.
std::string obstacle(const Config& config) {
  const ModelSettings& model = config.model;
  if (config.train.device != "cpu") return "train.device cpu";
  if (config.train.precision != TrainPrecision::kFp32) return "train.precision fp32";
  if (model.attention_dropout > 0) return "model.attention_dropout 0";
  if (model.alignment_heads > 0) return "model.alignment_heads 0";
  const int64_t head_width = model.width / model.heads;
  if (!fits_kernels(head_width, /*num_keys=*/1))
    return "a model.width of a multiple of 16 for each head";
  if (!fits_kernels(head_width, config.data.max_length)) return "data.max_length 512 or less";
  return "";
}

}  // namespace

bool own_products_agree() {
#if defined(__x86_64__)
  return std::string(chosen_kernels().name) != "portable";
#else
  return false;
#endif
}

TrainProducts settle_products(const Config& config) {
  const TrainProducts asked = config.train.products;
  if (asked == TrainProducts::kLibtorch) return asked;
  const std::string needed = obstacle(config);
  if (asked == TrainProducts::kAuto) {
    return needed.empty() && own_products_agree() ? TrainProducts::kOwn : TrainProducts::kLibtorch;
  }
  if (needed.empty()) return asked;
  throw std::invalid_argument("train.products own needs " + needed +
                              ", because it computes everything by its own kernels: change that, "
                              "or set train.products to auto");
}

}  // namespace dragoman
