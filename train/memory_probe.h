#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "data/batch.h"
#include "model/transformer.h"

namespace dragoman {

/// Tries how much memory updates take.
class MemoryProbe {
 public:
  /// Computes the gradients of an update's batches, of so many target tokens in all.
  using ComputeGradients = std::function<void(const std::vector<Batch>&, int64_t target_tokens)>;

  /// parts: batches of an update that are computed at the same time. max_length: tokens of a side.
  /// The model's weights stay as they are; they have no gradients afterwards.
  MemoryProbe(Transformer model, ComputeGradients compute_gradients, int64_t parts,
              int64_t max_length);
  ~MemoryProbe();

  /// What is taken without any batch, in GB (10^9 bytes): resident memory of the process, or on a
  /// GPU what training has taken of its memory.
  double floor_gb() const { return floor_gb_; }
  /// The most that is taken while gradients are computed of made-up batches of so many tokens, of
  /// the longest sentences and of shorter ones.
  double peak_gb(int64_t batch_tokens);

 private:
  Transformer model_;
  ComputeGradients compute_gradients_;
  int64_t parts_;
  int64_t max_length_;
  double floor_gb_;
};

/// Gives memory that was freed back to the system if the process is near the limit. To be called
/// between updates: batches of ever other shapes slowly fill the heap with holes.
void keep_memory_within(double limit_gb);

}  // namespace dragoman
