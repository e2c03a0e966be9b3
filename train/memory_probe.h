#pragma once

#include <cstdint>
#include <functional>

#include "data/update_parts.h"
#include "model/transformer.h"
#include "train/gradient_sums.h"
#include "train/trained_tensors.h"

namespace dragoman {

/// Measures how much memory updates take.
class MemoryProbe {
 public:
  using ComputeGradients = std::function<void(const UpdateParts&, GradientSums&)>;

  /// `tensors`: of the model; they do not change. `replicas`: parts that are computed at the same
  /// time. max_length: tokens of a side.
  MemoryProbe(const Transformer& model, const TrainedTensors& tensors, int replicas,
              int64_t max_length, ComputeGradients compute_gradients);

  /// Returns the memory in use without any part, in GB (10^9 bytes): the process's resident memory,
  /// or the GPU memory that training has reserved.
  double floor_gb() const { return floor_gb_; }
  /// Returns the peak of memory, in GB, of updates in `parts` parts. Measures it while computing
  /// gradients of artificial parts with the longest and with shorter sentences. Adds what the
  /// summing tree holds with all parts.
  double peak_gb(int64_t update_tokens, int64_t parts);

 private:
  UpdateParts made_up_update(int64_t part_tokens, int64_t num_parts, double share) const;

  Transformer model_;
  const TrainedTensors& tensors_;
  int replicas_;
  int64_t max_length_;
  ComputeGradients compute_gradients_;
  double floor_gb_;
};

/// Returns freed memory to the system if the process is near the limit. Call it between updates:
/// batches of changing shapes slowly fragment the heap.
void keep_memory_within(double limit_gb);

}  // namespace dragoman
