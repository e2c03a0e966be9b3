#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <cstdint>
#include <memory>

#include "model/device_arguments.h"

namespace dragoman {

/// Source of keys for dropout masks. A key depends on the pass's key, which the training loop sets
/// before every forward pass, and on the number of calls since then. So an exact resume needs no
/// saved random state.
class DropoutKeys {
 public:
  void begin_pass(uint64_t key) {
    key_ = key;
    calls_ = 0;
  }
  uint64_t next();

 private:
  uint64_t key_ = 0;
  uint64_t calls_ = 0;
};

/// A dropout mask: each factor is 0 with probability `rate`, else 1 / (1 - rate).
class DropoutMask {
 public:
  DropoutMask(double rate, uint64_t key);

  bool drops() const { return threshold_ > 0; }
  /// Writes the factors of elements first to first + count - 1.
  void fill(int64_t first, int64_t count, float* factors) const;
  /// Returns which of these elements are kept, [count] bool. Computes the same mask as fill() by
  /// LibTorch's operations on `device`.
  torch::Tensor keeps(int64_t first, int64_t count, const torch::Device& device) const;
  float scale() const { return scale_; }
  /// Returns the mask for a device's kernels.
  DeviceMask on_device() const { return {.key = key_, .threshold = threshold_, .scale = scale_}; }

 private:
  /// Returns the key of a block of 2^32 elements. Within a block, elements are numbered from 0.
  uint64_t key_of_block(int64_t block) const;

  uint64_t key_;
  uint32_t threshold_;
  float scale_;
};

/// Zeroes each element of `x` with probability `rate` and scales the others by 1 / (1 - rate). The
/// mask depends only on `key`, on every device. Kernels compute the mask again in backward;
/// LibTorch's operations (some twenty) store it.
torch::Tensor keyed_dropout(const torch::Tensor& x, double rate, uint64_t key);

/// Dropout (section 5.4) as a module. It takes its keys from those of the network, and does nothing
/// outside training.
class DropoutImpl : public torch::nn::Module {
 public:
  DropoutImpl(double rate, std::shared_ptr<DropoutKeys> keys)
      : rate_(rate), keys_(std::move(keys)) {}

  torch::Tensor forward(const torch::Tensor& x) {
    return drops() ? keyed_dropout(x, rate_, next_key()) : x;
  }
  bool drops() const { return is_training() && rate_ > 0; }
  double rate() const { return rate_; }
  /// Returns the next key, as forward() does for its mask.
  uint64_t next_key() { return keys_->next(); }

 private:
  double rate_;
  std::shared_ptr<DropoutKeys> keys_;
};
TORCH_MODULE(Dropout);

}  // namespace dragoman
