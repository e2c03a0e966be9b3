#pragma once

#include <torch/nn/pimpl.h>
#include <torch/types.h>

#include <cstdint>
#include <memory>

namespace dragoman {

/// Where dropout's masks come from: a mask is a function of the key, which the training loop sets
/// before every forward pass, and of the number of the call since then. So nothing about randomness
/// has to be saved to resume a run exactly.
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

/// A mask's factors: 0 with probability `rate`, else 1 / (1 - rate).
class DropoutMask {
 public:
  DropoutMask(double rate, uint64_t key);

  bool drops() const { return threshold_ > 0; }
  /// Those of elements first to first + count - 1.
  void fill(int64_t first, int64_t count, float* factors) const;
  /// Which of them are kept, [count] of bool: by LibTorch's operations on a device, where the CPU's
  /// masks are made in this way.
  torch::Tensor keeps(int64_t first, int64_t count, const torch::Device& device) const;
  float scale() const { return scale_; }

 private:
  /// Elements are numbered within blocks of 2^32, each with a key of its own.
  uint64_t key_of_block(int64_t block) const;

  uint64_t key_;
  uint32_t threshold_;
  float scale_;
};

/// `x` with each element zeroed with probability `rate`, the others scaled by 1 / (1 - rate). The
/// mask depends on `key` alone, on every device. Kernels make it again in backward instead of
/// keeping it; elsewhere, where it takes some twenty operations, it is kept.
torch::Tensor keyed_dropout(const torch::Tensor& x, double rate, uint64_t key);

/// Dropout as a module of a network: shares the network's keys and does nothing outside training.
class DropoutImpl : public torch::nn::Module {
 public:
  DropoutImpl(double rate, std::shared_ptr<DropoutKeys> keys)
      : rate_(rate), keys_(std::move(keys)) {}

  torch::Tensor forward(const torch::Tensor& x) {
    return drops() ? keyed_dropout(x, rate_, next_key()) : x;
  }
  bool drops() const { return is_training() && rate_ > 0; }
  double rate() const { return rate_; }
  /// The key of another mask, as a call would take it.
  uint64_t next_key() { return keys_->next(); }

 private:
  double rate_;
  std::shared_ptr<DropoutKeys> keys_;
};
TORCH_MODULE(Dropout);

}  // namespace dragoman
