#pragma once

#include <cstdint>

#include "architecture/weight.h"
#include "engine/packed_linear.h"

namespace dragoman {

/// Token embeddings and position embeddings.
struct EmbeddingPlan {
  /// out [D] = scale * embedding of `id`, rounded to the format, + embedding of `position`.
  void embed(int64_t id, int64_t position, float* out) const;

  PackedLinear tokens;  // [V, D]; shared with the output layer if the model shares them
  Weight positions;     // [max_length, D]
  float scale = 1;
};

}  // namespace dragoman
