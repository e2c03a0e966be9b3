#pragma once

#include <torch/types.h>

#include <vector>

#include "train/token_losses.h"

namespace dragoman {

/// Losses of parts as the device has them: it is not waited for until they are read.
class DeviceLosses {
 public:
  explicit DeviceLosses(size_t parts) : sums_(parts), counts_(parts) {}

  /// Adds to those of a part; each part has one thread at a time. `alignment` (not weighted) is
  /// undefined where nothing is guided. Scalars without gradients.
  void add(size_t part, const torch::Tensor& loss, const torch::Tensor& alignment);
  /// Tokens of a part.
  void count(size_t part, int64_t target_tokens, int64_t linked_tokens);

 private:
  friend struct UpdateNumbers;
  struct Sums {
    torch::Tensor loss, alignment;
  };

  std::vector<Sums> sums_;
  std::vector<TokenLosses> counts_;
};

/// The numbers of an update that the host decides by.
struct UpdateNumbers {
  std::vector<TokenLosses> losses;  // of each part
  std::vector<double> squares;      // sums of squares of each block of the gradient

  /// Reads them by one copy from the device: the only time in an update that it is waited for.
  /// squares [blocks] of fp64, where the losses are.
  static UpdateNumbers read(const DeviceLosses& losses, const torch::Tensor& squares);
};

}  // namespace dragoman
