#pragma once

#include <torch/types.h>

#include <vector>

#include "train/token_losses.h"

namespace dragoman {

/// Losses of parts on the device. Adding to them does not wait for the device;
/// UpdateNumbers::read() does.
class DeviceLosses {
 public:
  explicit DeviceLosses(size_t parts) : sums_(parts), counts_(parts) {}

  /// Adds scalars without gradients to the losses of a part. `alignment` is not weighted, and
  /// undefined without guided attention. One thread at a time per part.
  void add(size_t part, const torch::Tensor& loss, const torch::Tensor& alignment);
  /// Sets the token counts of a part.
  void count(size_t part, int64_t target_tokens, int64_t linked_tokens);

 private:
  friend struct UpdateNumbers;
  struct Sums {
    torch::Tensor loss, alignment;
  };

  std::vector<Sums> sums_;
  std::vector<TokenLosses> counts_;
};

/// The numbers of an update that the host needs for decisions.
struct UpdateNumbers {
  std::vector<TokenLosses> losses;  // of each part
  std::vector<double> squares;      // sum of squares of each block of the gradient

  /// Reads the numbers in one copy from the device: the only wait for the device in an update.
  /// squares [blocks] fp64, on the device of the losses.
  static UpdateNumbers read(const DeviceLosses& losses, const torch::Tensor& squares);
};

}  // namespace dragoman
