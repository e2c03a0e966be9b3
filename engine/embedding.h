#pragma once

#include <cstdint>

#include "architecture/weight.h"
#include "engine/packed_linear.h"

namespace dragoman {

/// Token embeddings and what is added to them.
struct EmbeddingPlan {
  /// out [D] = scale * the embedding of `id`, rounded as weights are, + the position's.
  void embed(int64_t id, int64_t position, float* out) const;

  PackedLinear tokens;  // [V, D]; shared with the output layer where the model shares them
  Weight positions;     // [max_length, D]
  float scale = 1;
};

}  // namespace dragoman
