#pragma once

#include <cstdint>
#include <functional>

#include "data/update_parts.h"
#include "model/tensors_file.h"
#include "model/transformer.h"

namespace dragoman {

/// Tries how much memory updates take.
class MemoryProbe {
 public:
  using ComputeGradients = std::function<void(const UpdateParts&)>;

  /// `replicas` parts are computed at the same time; max_length: tokens of a side. The model's
  /// weights stay as they are.
  MemoryProbe(const Transformer& model, const NamedTensors& trained, int replicas,
              int64_t max_length, ComputeGradients compute_gradients);

  /// What is taken without any part, in GB (10^9 bytes): resident memory of the process, or on a
  /// GPU what training has taken of its memory.
  double floor_gb() const { return floor_gb_; }
  /// The most that is taken by updates in so many parts: measured while gradients are computed of
  /// made-up parts, of the longest sentences and of shorter ones, and with what the tree that sums
  /// them holds beside.
  double peak_gb(int64_t update_tokens, int64_t parts);

 private:
  UpdateParts made_up_update(int64_t part_tokens, int64_t num_parts, double share) const;

  Transformer model_;
  double gradient_gb_;
  int replicas_;
  int64_t max_length_;
  ComputeGradients compute_gradients_;
  double floor_gb_;
};

/// Gives memory that was freed back to the system if the process is near the limit. To be called
/// between updates: batches of ever other shapes slowly fill the heap with holes.
void keep_memory_within(double limit_gb);

}  // namespace dragoman
