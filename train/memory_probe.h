#pragma once

#include <cstdint>

#include "model/transformer.h"
#include "train/train_settings.h"

namespace dragoman {

/// Tries how much memory updates take.
class MemoryProbe {
 public:
  /// max_length: tokens of a side. The model's weights stay as they are; they have no gradients
  /// afterwards.
  MemoryProbe(Transformer model, const TrainSettings& settings, int64_t max_length);
  ~MemoryProbe();

  /// Computes gradients of made-up batches of so many tokens, of the longest sentences and of
  /// shorter ones. The peak of memory until now in GB (10^9 bytes): resident memory of the process,
  /// or what training on a GPU has taken of its memory.
  double peak_gb(int64_t batch_tokens);

 private:
  Transformer model_;
  TrainSettings settings_;
  int64_t max_length_;
};

}  // namespace dragoman
