#include "engine/embedding.h"

namespace dragoman {

void EmbeddingPlan::embed(int64_t id, int64_t position, float* out) const {
  const int64_t width = positions.width();
  const float* offset = positions.data() + position * width;
  tokens.read_weights(id, out);
  for (int64_t i = 0; i < width; ++i) out[i] = out[i] * scale + offset[i];
}

}  // namespace dragoman
