#pragma once

#include <vector>

namespace dragoman {

/// Recorded attention weights: [heads, keys] of each layer and each query.
struct AttentionRecord {
  using Layers = std::vector<std::vector<std::vector<float>>>;

  Layers encoder;  // of each layer and source token
  Layers decoder;  // self-attention: of each layer, and the rows of each step
  Layers cross;    // attention over the source: of each layer, and the rows of each step
};

}  // namespace dragoman
