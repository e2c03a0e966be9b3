#pragma once

#include <vector>

namespace dragoman {

/// What attention weighed: of each layer and each query, [heads, keys].
struct AttentionRecord {
  using Layers = std::vector<std::vector<std::vector<float>>>;

  Layers encoder;  // of each source token
  Layers decoder;  // over itself, of each step's rows
  Layers cross;    // over the source, of each step's rows
};

}  // namespace dragoman
